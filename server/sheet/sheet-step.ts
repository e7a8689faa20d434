import type { z } from 'zod'
import type { BookCell } from '#contract/sheet-book.ts'
import type { sheetFile } from '#contract/sheet-file.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { callsOut } from './calls-out.ts'
import { editableFile, inOwn, keptVersion, revisionOf, stepsAfter } from './sheet-document.ts'
import { addStep, lockSheet, mineToEdit } from './sheet-log.ts'
import { keepVersion } from './sheet-version.ts'

type Save = z.output<typeof sheetFile.save.input>
/** A version is kept by itself after so many steps, or so many minutes with steps. */
const KEEP_STEPS = 100
const KEEP_MINUTES = 5

/** Adds a batch to the revision it was made on. Known batches answer the revision they made; a stale one is refused with what came between. */
export async function saveStep(context: Context, { fileId, id, baseRev, ops }: Save): Promise<{ rev: number }> {
  const file = await editableFile(context, fileId)
  const version = await keptVersion(context, file)
  const rev = await inOwn(context, async (db) => {
    await lockSheet(db, fileId)
    const known = await db
      .selectFrom('sheet_step')
      .select('rev')
      .where('file_id', '=', fileId)
      .where('op_id', '=', id)
      .executeTakeFirst()
    if (known) return known.rev
    const inside = { ...context, db }
    await mineToEdit(inside, fileId)
    const stood = await revisionOf(db, fileId)
    if (stood !== baseRev) throw await stale(db, fileId, baseRev, stood)
    await addStep(inside, { fileId, id, rev: stood + 1, ops: ops.map(disarmed) })
    await audit(inside, { action: 'save', bizType: 'sheet', bizId: fileId, after: { rev: stood + 1, ops: ops.length } })
    return stood + 1
  })
  const old = Date.now() - version.create_time.getTime() > KEEP_MINUTES * 60_000
  if (rev - version.rev >= KEEP_STEPS || old) {
    // the answer does not wait for it, and it counts for nothing if it fails: the steps are all there
    context.afterCommit(() => {
      keepVersion(context, fileId, '').catch((error: unknown) =>
        context.kernel.log.warn({ err: error, file: fileId }, 'a version could not be kept; the next save tries again'),
      )
    })
  }
  return { rev }
}

async function stale(db: Db, fileId: string, baseRev: number, rev: number): Promise<Refusal> {
  const steps = await stepsAfter(db, fileId, baseRev)
  return new Refusal(
    'sheetStale',
    {},
    {
      rev,
      steps: steps.map((step) => ({
        rev: step.rev,
        ops: step.ops,
        userName: step.user_name ?? '',
        time: wallTime(step.create_time),
      })),
    },
  )
}

/** A formula that would reach out of the workbook becomes its text. */
function disarmed(op: SheetOp): SheetOp {
  if (op.kind === 'cell')
    return op.cell?.f !== undefined && callsOut(op.cell.f)
      ? { ...op, cell: { v: `=${op.cell.f}`, ...(op.cell.style ? { style: op.cell.style } : {}) } }
      : op
  if (op.kind !== 'sheet') return op
  const cells = op.sheet.cells.map((cell): BookCell => {
    if (cell.f === undefined || !callsOut(cell.f)) return cell
    return { r: cell.r, c: cell.c, v: `=${cell.f}`, ...(cell.s === undefined ? {} : { s: cell.s }) }
  })
  return { ...op, sheet: { ...op.sheet, cells } }
}
