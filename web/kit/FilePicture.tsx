import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { file } from '#contract/file.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

async function fetched(id: string): Promise<Blob> {
  const reply = await askRaw({ method: 'GET', path: file.download.path, query: { id }, stream: true })
  if (!reply.ok) await heard(reply)
  return reply.blob()
}

/** A picture among the files of this server, asked for as whoever looks; its words where it cannot be shown. */
export function FilePicture({ fileId, alt }: { fileId: string; alt: string }) {
  const t = useTexts(texts)
  const found = useQuery({ queryKey: ['filePicture', fileId], queryFn: () => fetched(fileId), gcTime: 0, retry: false })
  return found.data ? <Shown blob={found.data} alt={alt} /> : <span className="third">{alt || t('picture')}</span>
}

function Shown({ blob, alt }: { blob: Blob; alt: string }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt={alt} />
}
