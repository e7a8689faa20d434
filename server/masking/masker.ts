import { createHash } from 'node:crypto'
import type { MaskKind } from '#engine/masking/kinds.ts'
import type { Piece } from '#engine/masking/mask.ts'
import { restore, type Restorer, restorerOf } from '#engine/masking/restore.ts'
import { type Given, tokenBook } from '#engine/masking/token-book.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { effectiveRules, firmRules } from './effective-rules.ts'
import { namesOf } from './kept-names.ts'
import { type MaskedTexts, maskTexts } from './mask-texts.ts'
import { factorOf, keepTokens, readVault, type ScopeVault } from './scope-vault.ts'

/** Who asks a model for something. The caller has proved that he reaches the project. */
export type MaskAsker = { kernel: Pick<Kernel, 'database' | 'secrets'>; user: Pick<User, 'id' | 'tenantId'> }
/** Whose tokens are shared: one conversation's, one document's, all of a project's, or a program's, for which the firm's rules hold. */
export type MaskScope = {
  kind: 'conversation' | 'document' | 'project' | 'program'
  id: string
  projectId?: string
  templateId?: string
}
/** What it is for and where it goes; `previewed`: the person has seen what leaves; `keepBreaks`: no line and no cell may go. */
export type MaskErrand = { purpose: string; endpoint: string; previewed?: boolean; keepBreaks?: boolean }
export type LeavingTexts = { texts: string[]; pieces: Piece[][]; runId: string }

/** Hides identities in what leaves for a model, and puts them back into what it answers. */
export type Masker = {
  /**
   * The texts as they may leave, noted in the log. Nothing may go to a model but what this answers. Refuses (`maskResidual`) where an
   * identity is still found; that is noted, too.
   */
  leave: (texts: readonly string[], errand: MaskErrand) => Promise<LeavingTexts>
  /** An answer as it streams; ask for it after `leave`. */
  restorer: () => Restorer
  restore: (text: string) => string
  /** Whether these rules do anything with a kind. */
  hides: (kind: MaskKind) => boolean
}

/** Tries again when another call of the same scope gave out tokens meanwhile. */
const TRIES = 5

/** Opens the vault of a scope for a person, with the rules that apply to him. */
export async function openMasker({ kernel, user }: MaskAsker, scope: MaskScope): Promise<Masker> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const where = { tenantId: user.tenantId, scope: `${scope.kind}:${scope.id}` }
  const inTenant = <T>(work: (db: Db) => Promise<T>) => kernel.database.inTenant(actor, work)
  const opened = await inTenant(async (db) => ({
    rules: scope.kind === 'program' ? await firmRules(db) : await effectiveRules(db, user.id, scope.templateId),
    names: await namesOf(db, user.tenantId, scope.projectId ?? (scope.kind === 'project' ? scope.id : undefined)),
    vault: await readVault(db, kernel.secrets, where),
  }))
  const { rules, names } = opened
  let { vault } = opened
  let book = tokenBook(vault.known)

  const attempt = async (texts: readonly string[], errand: MaskErrand) => {
    // reckoned outside the transaction, kept inside if the vault is as it was
    const given = { texts, names: names.entries, known: vault.known, factor: factorOf(vault) }
    const task = { ...rules, ...given, keepBreaks: errand.keepBreaks ?? false }
    const found = await maskTexts(task, names.dictionary)
    return inTenant(async (db) => {
      const now = await readVault(db, kernel.secrets, where, true)
      // another key: the old one was destroyed, and what it gave out counts no more
      if (now.seen !== vault.seen || !now.key.equals(vault.key)) {
        vault = now
        return undefined
      }
      await keepTokens(db, kernel.secrets, now, found.added)
      const kept: ScopeVault = {
        ...now,
        seen: now.seen + found.added.length,
        known: [...now.known, ...found.added] satisfies Given[],
      }
      const runId = await noteRun(db, { scope: where.scope, errand, found })
      return { found, runId, kept }
    })
  }

  return {
    async leave(texts, errand) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const done = await attempt(texts, errand)
        if (!done) continue
        vault = done.kept
        book = tokenBook(vault.known)
        const left = done.found.residual.flat()
        if (left.length > 0) {
          const kinds = [...new Set(left.map(({ kind }) => kind))].join(', ')
          throw new Refusal('maskResidual', { count: left.length, kinds })
        }
        return {
          texts: done.found.texts.map(({ text }) => text),
          pieces: done.found.texts.map(({ pieces }) => pieces),
          runId: done.runId,
        }
      }
      throw new Refusal('conflict')
    },
    restorer: () => restorerOf(book),
    restore: (text) => restore(text, book),
    hides: (kind) => rules.actions[kind] !== 'keep',
  }
}

type Run = { scope: string; errand: MaskErrand; found: MaskedTexts }

/** What left, or was stopped: its hash, never its words. */
async function noteRun(db: Db, { scope, errand, found }: Run): Promise<string> {
  const counts: Record<string, number> = {}
  for (const { kind } of found.texts.flatMap(({ pieces }) => pieces)) counts[kind] = (counts[kind] ?? 0) + 1
  const hash = createHash('sha256')
  let characters = 0
  for (const { text } of found.texts) {
    hash.update(text, 'utf8').update('\0')
    characters += text.length
  }
  const { id } = await db
    .insertInto('mask_run')
    .values({
      scope,
      purpose: errand.purpose,
      endpoint: errand.endpoint,
      payload_hash: hash.digest('hex'),
      characters,
      counts: JSON.stringify(counts),
      residual: [...new Set(found.residual.flat().map(({ kind }) => kind))],
      previewed: errand.previewed ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
