import { sql } from 'kysely'
import type { z } from 'zod'
import { type WritingChange, WRITING_LEASE, type writing } from '#contract/writing.ts'
import type { WritingBody } from '#contract/writing-doc.ts'
import { diffLines } from '#engine/writing/paragraph-diff.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { holderOf, takeLease, tellViewers } from '../sheet/lease.ts'
import { bodyLines } from './doc-text.ts'
import { honestChanges } from './honest-changes.ts'
import { type ReachedDoc, reachableDoc, writingLevel } from './writing-reach.ts'
import { bodyAt, keepIfDue, keepStanding, refuseTooMany, versionOf, versionsOf } from './writing-versions.ts'

/** So much of a text can be searched. */
const SEARCHED = 200_000
const leaseOn = (documentId: string) => ({ kind: WRITING_LEASE, documentId })

export const searchedWords = (body: WritingBody): string => bodyLines(body).join('\n').slice(0, SEARCHED)

/** The lease is the caller's, or free and his from now on; else a refusal that names who has it. */
async function mineToEdit(context: Context, docId: string): Promise<void> {
  const holder = await holderOf(context.db, leaseOn(docId))
  if (holder?.userId === context.user.id) return
  if (holder) throw new Refusal('writingLeased', { name: holder.name })
  await takeLease(context, leaseOn(docId))
}

/** Writes a new content over what stands, and tells whoever has it open. The row is held by the caller. */
async function writeOver(context: Context, stood: ReachedDoc, body: WritingBody) {
  const { db, user } = context
  const row = await db
    .updateTable('writing_doc')
    .set({
      body: JSON.stringify(body),
      words: searchedWords(body),
      rev: stood.rev + 1,
      update_time: sql<Date>`now()`,
      update_user: user.id,
    })
    .where('id', '=', stood.id)
    .returning(['rev', 'update_time'])
    .executeTakeFirstOrThrow()
  await tellViewers(context, leaseOn(stood.id), { rev: row.rev })
  return { rev: row.rev, updateTime: wallTime(row.update_time) }
}

type Input<K extends 'save' | 'keep' | 'restoreVersion' | 'compare'> = z.output<(typeof writing)[K]['input']>

async function saveDoc(context: Context, { id, baseRev, body }: Input<'save'>) {
  const { db, user } = context
  const stood = await reachableDoc(context, id, { least: writingLevel.edit, lock: true })
  if (stood.rev !== baseRev) {
    // an answer that was lost on its way, asked for again: what stands is what was sent
    if (stood.rev === baseRev + 1 && stood.update_user === user.id) {
      const sent = await honestChanges(db, { id, user }, body)
      if (await stands(context, id, sent)) return { rev: stood.rev, updateTime: wallTime(stood.update_time) }
    }
    throw new Refusal('writingStale', { rev: stood.rev }, { rev: stood.rev })
  }
  await mineToEdit(context, id)
  const honest = await honestChanges(db, { id, user }, body)
  await keepIfDue(db, stood, user.id)
  const saved = await writeOver(context, stood, honest)
  await audit(context, { action: 'save', bizType: 'writing', bizId: id, after: { rev: saved.rev } })
  return saved
}

async function stands({ db }: Context, id: string, body: WritingBody): Promise<boolean> {
  const row = await db
    .selectFrom('writing_doc')
    .select(sql<boolean>`body = ${JSON.stringify(body)}::jsonb`.as('same'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.same === true
}

async function keepDoc(context: Context, { id, name }: Input<'keep'>) {
  const stood = await reachableDoc(context, id, { least: writingLevel.edit, lock: true })
  await refuseTooMany(context.db, id)
  await keepStanding(context.db, stood, name)
  const [made] = await versionsOf(context.db, id)
  if (!made) throw notFound()
  await audit(context, { action: 'keep', bizType: 'writing', bizId: id, after: { no: made.no, name } })
  return made
}

/** By a save like any other: what stood before is kept, nothing between is lost. */
async function restoreDoc(context: Context, { id, no }: Input<'restoreVersion'>) {
  const stood = await reachableDoc(context, id, { least: writingLevel.edit, lock: true })
  const { body } = await versionOf(context.db, { id, no })
  await mineToEdit(context, id)
  const [last] = await versionsOf(context.db, id)
  if (last?.rev !== stood.rev) await keepStanding(context.db, stood)
  const { rev } = await writeOver(context, stood, body)
  await audit(context, { action: 'restore', bizType: 'writing', bizId: id, after: { no, rev } })
  return { rev }
}

async function compareDoc(context: Context, { id, before, after }: Input<'compare'>) {
  await reachableDoc(context, id)
  const [was, is] = [await bodyAt(context.db, id, before), await bodyAt(context.db, id, after)]
  const changes: WritingChange[] = []
  for (const line of diffLines(bodyLines(was), bodyLines(is))) {
    const last = changes.at(-1)
    if (line.kind === 'same' && last?.kind === 'same') last.paragraphs += 1
    else changes.push({ ...line, paragraphs: 1 })
  }
  return { changes }
}

type Calls = Pick<Service<typeof writing>, 'save' | 'keep' | 'restoreVersion' | 'compare' | 'versions' | 'version'>
export const versionCalls: Calls = {
  save: saveDoc,
  keep: keepDoc,
  restoreVersion: restoreDoc,
  compare: compareDoc,
  async versions(context, { id }) {
    await reachableDoc(context, id)
    return versionsOf(context.db, id)
  },
  async version(context, { id, no }) {
    await reachableDoc(context, id)
    return versionOf(context.db, { id, no })
  },
}
