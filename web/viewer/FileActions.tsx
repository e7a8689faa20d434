import { CloudOutlined, CopyOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { file as files } from '#contract/file.ts'
import { disk } from '#contract/disk.ts'
import { type ViewedFile, viewer } from '#contract/viewer.ts'
import { download, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { copyText } from '../chat/copy-text.ts'
import type { LoadedSheet } from '../sheet/load-sheet.ts'
import { texts } from './texts.ts'
import { viewedSheet } from './viewed-sheet.ts'

// the tree of folders comes when somebody asks for it
const DiskFolderPicker = lazy(async () => ({
  default: (await import('../disk/DiskFolderPicker.tsx')).DiskFolderPicker,
}))

/** What can be done with a file that is shown. */
export function FileActions({ file, address }: { file: ViewedFile; address: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { fileId, name } = file
  const copy = async () => {
    say(t((await copyText(window.location.origin + address)) ? 'copied' : 'notCopied'))
  }
  // what the pane has been refused cannot be edited either
  const tooLarge = useQuery<LoadedSheet>({ queryKey: viewedSheet(fileId), queryFn: skipToken }).isError
  const may = useMay()
  const keep = useCommand(viewer.keep, { also: [disk.spaces] })
  const [picking, setPicking] = useState(false)
  const keepIn = async (folder: { id: string; name: string }) => {
    setPicking(false)
    const kept = await keep.mutateAsync({ fileId, parentId: folder.id }).catch(() => undefined)
    if (kept) say(t('savedToDisk', { folder: folder.name, name: kept.name }))
  }
  const fetchIt = () => void download(files.download, { id: fileId }, name).catch((fault: unknown) => complain(fault))
  return (
    <div className="view-actions">
      <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
        {t('copyLink')}
      </Button>
      {may('disk.use') && (
        <Button size="small" icon={<CloudOutlined />} loading={keep.isPending} onClick={() => setPicking(true)}>
          {t('toDisk')}
        </Button>
      )}
      {file.editable && !tooLarge && (
        <Button
          size="small"
          icon={<EditOutlined />}
          onClick={() => void navigate(`/luckysheet/index?fileId=${encodeURIComponent(fileId)}`)}
        >
          {t('edit')}
        </Button>
      )}
      <Button size="small" type="primary" icon={<DownloadOutlined />} onClick={fetchIt}>
        {t('download')}
      </Button>
      {picking && (
        <PieceBoundary onFail={() => setPicking(false)}>
          <Suspense fallback={null}>
            <DiskFolderPicker
              title={t('toDisk')}
              onPick={(folder) => void keepIn(folder)}
              onCancel={() => setPicking(false)}
            />
          </Suspense>
        </PieceBoundary>
      )}
    </div>
  )
}
