import { file } from '#contract/file.ts'
import { WRITING_PURPOSE } from '#contract/writing.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'

/** The kinds of pictures a document may hold. */
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'
export const isPicture = ({ type }: File): boolean => PICTURES.split(',').includes(type)

const known = new Map<string, Promise<string>>()

/** The address of a stored picture inside this window. */
export function pictureUrl(fileId: string): Promise<string> {
  const now = known.get(fileId) ?? fetchPicture(fileId)
  known.set(fileId, now)
  now.catch(() => known.delete(fileId))
  return now
}

async function fetchPicture(fileId: string): Promise<string> {
  const query = { id: fileId }
  const reply = await askRaw({ method: 'GET', path: file.download.path, query, stream: true })
  if (!reply.ok) await heard(reply)
  const blob = await reply.blob()
  // whatever the server calls it, it is only ever a picture here
  return URL.createObjectURL(
    isPicture(new File([blob], '', { type: blob.type })) ? blob : new Blob([blob], { type: 'image/png' }),
  )
}

/** Stores a picture of a document; answers its id, or why it could not be stored. */
export async function storePicture(docId: string, picture: File): Promise<{ fileId: string } | { why: string }> {
  const { id, state, error, fileId } = await startUpload(picture, { purpose: WRITING_PURPOSE, ownerId: docId })
  dropUpload(id)
  return state === 'done' ? { fileId } : { why: error }
}
