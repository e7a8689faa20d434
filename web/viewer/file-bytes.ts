import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { file } from '#contract/file.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'

/** The bytes of a file, as whoever looks; `heardOf` hears how much has come, in percent. Throws CallError. */
async function fileBytes(fileId: string, heardOf: (percent: number) => void, signal: AbortSignal) {
  const { method, path } = file.download
  const reply = await askRaw({ method, path, query: { id: fileId }, stream: true, signal })
  if (!reply.ok || !reply.body) await heard(reply)
  const all = Number(reply.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let come = 0
  for await (const part of piecesOf(reply)) {
    parts.push(part)
    come += part.length
    if (all > 0) heardOf(Math.floor((come / all) * 100))
  }
  return new Blob(parts)
}

async function* piecesOf(reply: Response) {
  const reader = reply.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) yield piece.value
}

/** A file as a blob without a type, and how much of it has come. It is let go with the page. */
export function useFileBytes(fileId: string) {
  const [percent, setPercent] = useState(0)
  const found = useQuery({
    queryKey: ['viewedBytes', fileId],
    queryFn: ({ signal }) => fileBytes(fileId, setPercent, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return { found, percent }
}
