import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { viewerPath } from '../viewer/viewer-path.ts'
import { fetchFile } from './fetch-file.ts'
import { isOfType, previewType } from './preview-kind.ts'
import { texts } from './texts.ts'

type PreviewProps = { of: { fileId: string; name: string } | null; onClose: () => void }

/** An image or a PDF over the page; what is not of the type its name says is not shown. */
export function AttachmentPreview({ of, onClose }: PreviewProps) {
  return (
    <Modal
      open={of !== null}
      title={of?.name}
      onCancel={onClose}
      footer={null}
      width="min(960px, 96vw)"
      destroyOnHidden
    >
      {of && <Shown fileId={of.fileId} name={of.name} />}
    </Modal>
  )
}

/** The bytes typed as they may be shown; null if they are something else. */
async function typed(fileId: string, type: string): Promise<Blob | null> {
  const blob = await fetchFile(fileId)
  if (!blob) return null
  const head = new Uint8Array(await blob.slice(0, 16).arrayBuffer())
  return isOfType(head, type) ? new Blob([blob], { type }) : null
}

function Shown({ fileId, name }: { fileId: string; name: string }) {
  const t = useTexts(texts)
  const type = previewType(name) ?? ''
  const found = useQuery({ queryKey: ['attachmentPreview', fileId], queryFn: () => typed(fileId, type), gcTime: 0 })
  return (
    <StateView of={found} shape={<Bones lines={8} />}>
      {(blob) => (blob ? <Content blob={blob} fileId={fileId} name={name} /> : <Empty says={t('notShown')} />)}
    </StateView>
  )
}

function Content({ blob, fileId, name }: { blob: Blob; fileId: string; name: string }) {
  const t = useTexts(texts)
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (blob.type !== 'application/pdf') return <img className="attachment-image" src={url} alt={name} />
  // read by our own viewer, where nothing of it runs
  return (
    <Button type="primary" href={viewerPath({ fileId, name })} target="_blank" rel="noopener">
      {t('openPdf')}
    </Button>
  )
}
