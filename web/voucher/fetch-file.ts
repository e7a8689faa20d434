import { file } from '#contract/file.ts'
import { askRaw } from '#web/kernel/gateway.ts'

/** A stored file's bytes; undefined when it may not be had. */
export async function fetchFile(id: string): Promise<Blob | undefined> {
  const reply = await askRaw({ method: 'GET', path: file.download.path, query: { id }, stream: true })
  return reply.ok ? reply.blob() : undefined
}
