import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { SHEET_LEASE, SHEET_PURPOSE, MOST_CHANGES, type sheetFile, type SheetVersion } from '#contract/sheet-file.ts'
import { emptySheet } from '#contract/sheet-book.ts'
import type { BookNote } from '#contract/sheet-book.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import { audit } from '#server/kernel/audit.ts'
import { release } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page, type RawContext, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { withScratch } from '../list/result-file.ts'
import { asAttachment } from '../system/file-service.ts'
import { askLease, beatLease, forceLease, leaseOf, releaseLease, takeLease } from './lease.ts'
import { addSheetFile, sheetName } from './own-sheets.ts'
import {
  editableFile,
  type FoundFile,
  firstVersion,
  foundFile,
  inOwn,
  kept,
  keptVersion,
  revisionOf,
  stepsAfter,
} from './sheet-document.ts'
import { sheetTask } from './sheet-files.ts'
import { saveStep } from './sheet-step.ts'
import { keepVersion, restoreVersion, versionsOf } from './sheet-version.ts'
import { writeSheetBook } from './write-sheet-book.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const leaseOn = (documentId: string) => ({ kind: SHEET_LEASE, documentId })
const mayForce = ({ user }: Pick<Context, 'user'>) =>
  user.roles.includes('admin') || user.roles.includes('administrator')

export const sheetFileService: Service<typeof sheetFile> = {
  async list({ db, user }, paging) {
    const edited = sql<Date>`coalesce((select max(step.create_time) from sheet_step step where step.file_id = file.id), file.create_time)`
    const found = await page(
      db
        .selectFrom('file')
        .where('file.purpose', '=', SHEET_PURPOSE)
        .where('file.owner_id', '=', user.id)
        .where('file.is_deleted', '=', 0)
        .select(['file.id', 'file.name', 'file.size', 'file.create_time', edited.as('update_time')]),
      paging,
      { name: 'file.name', createTime: 'file.create_time', updateTime: edited },
      ['update_time desc', 'file.id'],
    )
    return {
      ...found,
      records: found.records.map((row) => ({
        id: row.id,
        name: row.name,
        size: Number(row.size),
        createTime: wallTime(row.create_time),
        updateTime: wallTime(row.update_time),
      })),
    }
  },

  async create(context, { name }) {
    const sheet = emptySheet('s1', context.language === 'en' ? 'Sheet1' : '工作表1')
    const book = { sheets: [sheet], styles: [], names: [] }
    // an empty sheet is no work for a thread
    const fileId = await addSheetFile(context, sheetName(name), await writeSheetBook(book))
    await inOwn(context, (db) =>
      firstVersion(db, fileId, { packed: gzipSync(JSON.stringify(book)), cells: 0, notes: [] }),
    )
    return { fileId }
  },

  async copy(context, { fileId }) {
    const { file } = await foundFile(context, fileId)
    await keptVersion(context, file)
    const bytes = await sheetTask('xlsx', { ...(await kept(context, fileId)), title: '' })
    return { fileId: await addSheetFile(context, sheetName(file.name), bytes) }
  },

  async remove(context, { fileId }) {
    const { db, user } = context
    const removed = one(
      await db
        .updateTable('file')
        .set({ is_deleted: 1 })
        .where('id', '=', fileId)
        .where('purpose', '=', SHEET_PURPOSE)
        .where('owner_id', '=', user.id)
        .where('is_deleted', '=', 0)
        .returning(['name', 'size'])
        .execute(),
    )
    const { name, size } = removed
    await release(db, 'storage_bytes', Number(size))
    await context.kernel.trash.put(db, { kind: 'file', itemId: fileId, name, size: Number(size) })
    await audit(context, { action: 'remove', bizType: 'sheet', bizId: fileId, before: { name } })
    return {}
  },

  async open(context, { fileId }) {
    const { file, editable } = await foundFile(context, fileId)
    const version = await keptVersion(context, file)
    return inOwn(context, async (db) => ({
      fileId,
      name: file.name,
      rev: await revisionOf(db, fileId),
      bookRev: version.rev,
      versionNo: version.no,
      editable,
      mayForce: editable && mayForce(context),
      // stored by us, from the contract's own type
      notes: version.no === 1 ? (version.notes as BookNote[]) : await firstNotes(db, fileId),
      lease: await leaseOf({ db, user: context.user }, leaseOn(fileId)),
    }))
  },

  async book(context, { fileId, no }) {
    await foundFile(context, fileId)
    const { packed } = await kept(context, fileId, no)
    await context.reply
      .header('content-encoding', 'gzip')
      .header('cache-control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .send(Buffer.from(packed))
  },

  async steps(context, { fileId, after }) {
    await foundFile(context, fileId)
    return inOwn(context, async (db) => {
      const steps = await stepsAfter(db, fileId, after)
      return {
        rev: await revisionOf(db, fileId),
        steps: steps.map((step) => ({
          rev: step.rev,
          ops: step.ops as SheetOp[],
          userName: step.user_name ?? '',
          time: wallTime(step.create_time),
        })),
      }
    })
  },

  save: saveStep,

  async lease(context, { fileId, act }) {
    const { editable } = await foundFile(context, fileId)
    const document = leaseOn(fileId)
    if (!editable && act !== 'beat' && act !== 'leave') throw new Refusal('sheetReadOnly')
    if (act === 'force' && !mayForce(context)) throw new Refusal('forbidden')
    return inOwn(context, (db) => {
      const inside = { ...context, db }
      switch (act) {
        case 'take':
          return takeLease(inside, document)
        case 'beat':
          return beatLease(inside, document)
        case 'release':
          return releaseLease(inside, document)
        case 'leave':
          return releaseLease(inside, document, { leave: true })
        case 'ask':
          return askLease(inside, document)
        case 'force':
          return forceLease(inside, document)
      }
    })
  },

  async versions(context, { fileId }) {
    await foundFile(context, fileId)
    return inOwn(context, (db) => versionsOf(db, fileId))
  },

  async keep(context, { fileId, name }) {
    if (name === '') throw new Refusal('sheetVersionName')
    const file = await editableFile(context, fileId)
    const version = await keepVersion(context, fileId, name)
    if (!version) throw notFound()
    await tellOwner(context, file, version)
    return version
  },

  restore: restoreVersion,

  async compare(context, { fileId, before, after }) {
    await foundFile(context, fileId)
    const { changes } = await sheetTask('compare', {
      before: await kept(context, fileId, before),
      after: await kept(context, fileId, after),
    })
    return { changes: changes.slice(0, MOST_CHANGES), total: changes.length }
  },

  async download(context: RawContext, { fileId }) {
    const { file } = await foundFile(context, fileId)
    await keptVersion(context, file)
    const bytes = await sheetTask('xlsx', { ...(await kept(context, fileId)), title: file.name })
    asAttachment(context.reply, sheetName(file.name)).type(XLSX)
    await context.reply.send(Buffer.from(bytes))
  },
}

/** Whose file it is may want the version as a workbook. */
async function tellOwner(context: Context, file: FoundFile, { no, name }: SheetVersion): Promise<void> {
  const { kernel, user } = context
  const edit = kernel.files.editOf(file.purpose)
  if (!edit?.kept) return
  const bytes = await sheetTask('xlsx', { ...(await kept(context, file.id, no)), title: file.name })
  await withScratch(kernel, async (path) => {
    await writeFile(path, bytes, { mode: 0o600 })
    await edit.kept?.(user, file, { path, name })
  })
}

async function firstNotes(db: Context['db'], fileId: string): Promise<BookNote[]> {
  const row = await db
    .selectFrom('sheet_version')
    .select('notes')
    .where('file_id', '=', fileId)
    .where('no', '=', 1)
    .executeTakeFirst()
  return (row?.notes ?? []) as BookNote[]
}
