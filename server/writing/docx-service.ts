import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { WRITING_PURPOSE, type writing } from '#contract/writing.ts'
import { release } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { RawContext, UploadContext, User } from '#server/kernel/service.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { fileName } from '#server/kernel/files.ts'
import { actorOf } from '../knowledge/base-reach.ts'
import { asAttachment } from '../system/file-service.ts'
import { picturesOf } from './doc-text.ts'
import type { DocxTask, DocxTasks } from './docx-worker.ts'
import { notesSaid } from './writing-notes.ts'
import { commentsOut } from './writing-comments.ts'
import { addDoc, newDocId, refuseShare } from './writing-make.ts'
import { addPicture, withoutPictures, withPictures } from './writing-pictures.ts'
import { reachableDoc } from './writing-reach.ts'
import { searchedWords } from './writing-save.ts'
import { bodyAt } from './writing-versions.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const SECONDS = 60
/** MB of a thread's heap. */
const MEMORY = 768
/** Bytes of pictures that go into one file. */
const PICTURES = 100 * 1024 ** 2

/** So many threads work at once; whoever comes then waits for his turn. */
const AT_ONCE = 2
const waiting: (() => void)[] = []
let running = 0
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => void waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Has a Word file read or written by a thread with limits of memory and time. Not inside a transaction. */
const docxTask = <K extends keyof DocxTasks>(task: K, ask: DocxTasks[K]['ask']): Promise<DocxTasks[K]['answer']> =>
  inTurn(() => inThread(task, ask))

async function inThread<K extends keyof DocxTasks>(task: K, ask: DocxTasks[K]['ask']): Promise<DocxTasks[K]['answer']> {
  const late = AbortSignal.timeout(SECONDS * 1000)
  try {
    const order = { task, ...ask } as DocxTask
    return await runWorker<DocxTasks[K]['answer']>(new URL('docx-worker.ts', import.meta.url), order, {
      signal: late,
      memory: MEMORY,
      says: { memory: 'writingMemory', died: 'writingMemory' },
    })
  } catch (error) {
    if (late.aborted && !(error instanceof Refusal)) throw new Refusal('writingSlow', { seconds: SECONDS })
    throw error
  }
}

/** A new document of the caller's own from a file he hands over; all of it or none. */
export async function importDocx(context: UploadContext, { kind, projectId }: z.output<typeof writing.import.input>) {
  const { kernel, user, files, language } = context
  const [only, ...more] = files
  if (!only || more.length > 0) throw new Refusal('writingOneFile')
  const actor = actorOf(user)
  const blank = { form: 'document', share: 'personal', projectId } as const
  // before the work, so that nobody waits for a refusal
  await kernel.database.inTenant(actor, (db) => refuseShare({ db, user }, blank))
  const shown = fileName(only.name)
  const read = await docxTask('read', { path: only.path, name: shown })
  // what a file says its title is is most often that of the file it was made from
  const title =
    shown
      .replace(/\.docx$/i, '')
      .trim()
      .slice(0, 150) || shown
  const { id } = await kernel.database.inTenant(actor, async (db) => {
    const inside = { ...context, db, afterCommit: () => {} }
    const made = await addDoc(inside, {
      ...blank,
      id: await newDocId(db),
      kind,
      title,
      // whatever ends the process before the pictures are in their places: what stands is whole, and says what it lacks
      body: withoutPictures(read.body),
      notes: [...read.notes, ...lacking(read.pictures.length)],
    })
    for (const { id: commentId, author, text, quote } of read.comments)
      await db.insertInto('writing_comment').values({ doc_id: made.id, id: commentId, author, text, quote }).execute()
    return made
  })
  if (read.pictures.length > 0) await keepPictures({ kernel, user }, id, read)
  return { id, title, notes: notesSaid(read.notes, language) }
}

const lacking = (count: number): DocxTasks['read']['answer']['notes'] =>
  count === 0 ? [] : [{ key: 'writingNoteImages', params: { count } }]

type House = { kernel: Kernel; user: User }
/** Pictures belong to a document that exists; one that cannot be kept takes the document with it. */
async function keepPictures({ kernel, user }: House, id: string, read: DocxTasks['read']['answer']): Promise<void> {
  const actor = actorOf(user)
  try {
    const ids = new Map<string, string>()
    for (const { id: placeholder, ...picture } of read.pictures)
      ids.set(placeholder, await addPicture(kernel, user, id, picture))
    const body = withPictures(read.body, ids)
    await kernel.database.inTenant(actor, (db) =>
      db
        .updateTable('writing_doc')
        .set({ body: JSON.stringify(body), words: searchedWords(body), notes: JSON.stringify(read.notes) })
        .where('id', '=', id)
        .where('rev', '=', 1)
        .execute(),
    )
  } catch (error) {
    await kernel.database.inTenant(actor, async (db) => {
      const files = await db
        .updateTable('file')
        .set({ is_deleted: 1 })
        .where('purpose', '=', WRITING_PURPOSE)
        .where('owner_id', '=', id)
        .returning('size')
        .execute()
      await release(db, 'storage_bytes', Number(files.reduce((sum, { size }) => sum + size, 0n)))
      await db.deleteFrom('writing_doc').where('id', '=', id).execute()
    })
    throw error
  }
}

/** The document as a Word file, with the pictures and comments the caller may see. */
export async function docxOut(context: RawContext, { id, no }: z.output<typeof writing.docx.input>): Promise<void> {
  const { kernel, user, reply, language } = context
  const found = await kernel.database.inTenant(actorOf(user), async (db) => {
    const row = await reachableDoc({ db, user }, id)
    return { title: row.title, body: await bodyAt(db, id, no), comments: await commentsOut(db, id) }
  })
  const { title, body, comments } = found
  const bytes = await docxTask('write', {
    title,
    author: user.realName || user.account,
    body,
    comments,
    pictures: await picturesFor({ kernel, user }, picturesOf(body)),
    english: language === 'en',
  })
  // what looks like a folder to a file's name is a part of the title
  asAttachment(reply, fileName(`${title.replace(/[\\/]/g, '_')}.docx`)).type(DOCX)
  await reply.send(Buffer.from(bytes))
}

/** The bytes of pictures the person may see; the others are left to their descriptions. */
async function picturesFor({ kernel, user }: House, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  let all = 0
  for (const id of ids) {
    try {
      const file = await kernel.files.find(user, id)
      all += file.size
      if (file.purpose !== WRITING_PURPOSE || all > PICTURES) continue
      found.set(id, new Uint8Array(await buffer(await kernel.blobs.open(actorOf(user), file.sha256))))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return found
}
