import { writeFile } from 'node:fs/promises'
import type { WritingBody } from '#contract/writing-doc.ts'
import { WRITING_PURPOSE } from '#contract/writing.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Files } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { withScratch } from '../list/result-file.ts'
import { mapBlocks, picturesOf, pictureWords } from './doc-text.ts'
import { reachableDoc, writingLevel } from './writing-reach.ts'

const PICTURE_MB = 20
/** Named by its file's ending; a browser is never asked to draw anything else (files are served as attachments). */
const drawn = /\.(?:png|jpe?g|gif|webp|bmp)$/i
const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Pictures belong to their document: who edits it adds them, who reads it sees them. */
export function registerWritingFiles(files: Files): void {
  files.register(WRITING_PURPOSE, {
    mayAdd: 'signedIn',
    mayRead: 'signedIn',
    async checkAdd({ db, user }, ownerId) {
      if (!isId(ownerId)) throw new Refusal('writingImageWhere')
      await reachableDoc({ db, user }, ownerId, { least: writingLevel.edit })
    },
    checkRead: async ({ db, user }, ownerId) => void (await reachableDoc({ db, user }, ownerId)),
    async added(_, { name, size }) {
      if (!drawn.test(name)) throw new Refusal('writingImageKind')
      if (size > PICTURE_MB * 1024 ** 2) throw new Refusal('writingImageLarge', { limit: PICTURE_MB })
    },
  })
}

/** The same document with its pictures under other ids; what is not in the map stays. */
export const withPictures = (body: WritingBody, ids: ReadonlyMap<string, string>): WritingBody =>
  mapBlocks(body, (node) =>
    node.type === 'image'
      ? { ...node, attrs: { ...node.attrs, fileId: ids.get(node.attrs.fileId) ?? node.attrs.fileId } }
      : node,
  )

/** The same document with the descriptions of its pictures in their places. */
export const withoutPictures = (body: WritingBody): WritingBody =>
  mapBlocks(body, (node) => (node.type === 'image' ? pictureWords(node) : node))

/** Makes one document's pictures another's, too: the bytes are stored once, their place in the package is counted. */
export async function copyPictures(
  db: Db,
  body: WritingBody,
  { from, to }: { from: string; to: string },
): Promise<WritingBody> {
  const wanted = picturesOf(body)
  if (wanted.length === 0) return body
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'sha256', 'size'])
    .where('id', 'in', wanted)
    .where('purpose', '=', WRITING_PURPOSE)
    // a picture of some third document is no part of this one, whoever's it is
    .where('owner_id', '=', from)
    .where('is_deleted', '=', 0)
    .execute()
  const ids = new Map<string, string>()
  for (const { id, name, sha256, size } of rows) {
    await reserve(db, 'storage_bytes', Number(size))
    const made = await db
      .insertInto('file')
      .values({ name, sha256, size, purpose: WRITING_PURPOSE, owner_id: to })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(id, made.id)
  }
  return withPictures(body, ids)
}

export type Picture = { name: string; bytes: Uint8Array }
/** Stores a picture that came inside a file; answers its id. */
export const addPicture = (kernel: Kernel, user: User, docId: string, { name, bytes }: Picture): Promise<string> =>
  withScratch(kernel, async (path) => {
    await writeFile(path, bytes, { mode: 0o600 })
    return (await kernel.files.add(user, { purpose: WRITING_PURPOSE, ownerId: docId, name, path })).id
  })
