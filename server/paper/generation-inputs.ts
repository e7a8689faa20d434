import { sql } from 'kysely'
import { changedFacts, type Facts, givenFacts } from '#engine/workpaper/given-facts.ts'
import type { InputChanges } from '#engine/workpaper/stale-cells.ts'
import { projectAdjustments } from '#server/entry/project-adjustments.ts'
import { projectEntries } from '#server/entry/project-entries.ts'
import type { Db } from '#server/kernel/database.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { projectTemplatePapers } from '#server/template/project-papers.ts'
import { projectOverrides } from '#server/workbook/project-overrides.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { type ProjectInputs, projectParams } from './project-inputs.ts'
import { rulePackName } from './rule-pack-name.ts'

/** How the accounts were mapped: by code, standard account, nature and tags; and a digest of the lines with a tag of their own. */
type Mapping = { standard: string; accounts: Readonly<Record<string, string>>; lines: string }
/** What generation.inputs holds. */
export type StoredInputs = { facts: Facts; mapping: Mapping }

/** What a generation is made from, to be kept with it; read in the snapshot it is computed in. */
export async function inputsToKeep(db: Db, projectId: string, given: ProjectInputs): Promise<StoredInputs> {
  return { facts: givenFacts({ ...given, hash: sha256 }), mapping: await mappingOf(db, projectId) }
}

async function mappingOf(db: Db, projectId: string): Promise<Mapping> {
  const rows = await db
    .selectFrom('relation_account')
    .select(['code', 'standard', 'nature', 'tags'])
    .where('project_id', '=', projectId)
    .execute()
  const {
    rows: [more],
  } = await sql<{ standard: string; lines: string }>`select
    coalesce((select standard from relation_standard where project_id = ${projectId}), '') as standard,
    coalesce((select md5(string_agg(concat_ws(' ', voucher_key, line, tag), chr(10) order by voucher_key, line))
      from relation_line where project_id = ${projectId} and status not in ('pending', 'rejected')), '') as lines`.execute(
    db,
  )
  const accounts = rows.map(
    ({ code, standard, nature, tags }) => [code, [standard, nature, ...tags].join('|')] as const,
  )
  return { standard: '', lines: '', ...more, accounts: Object.fromEntries(accounts) }
}

/** What is not as it was when a generation was made; `whole`: everything may differ. */
export type Moved = InputChanges & {
  whole: boolean
  /** Of the dataset, the bill and the law: which moved. */
  kinds: readonly ('ledger' | 'relation' | 'law')[]
}

type Made = { dataset_id: string; relation_version: number; rule_pack: string; inputs: unknown; params_moved: boolean }

/** Compares a generation with the project as it stands. */
export async function movedSince(db: Db, project: ProjectRow, made: Made): Promise<Moved> {
  const { id } = project
  const stored = made.inputs as StoredInputs | null
  const ledger = made.dataset_id !== project.dataset_id
  const bill = made.relation_version !== project.relation_version
  const law = made.rule_pack !== rulePackName
  const moves = [['ledger', ledger], ['relation', bill], ['law', law]] as const // prettier-ignore
  const kinds = moves.flatMap(([kind, moved]) => (moved ? [kind] : []))
  // a generation of an earlier release kept no more than a digest of the parameters
  if (!stored) {
    const names = new Set(made.params_moved ? ['param:*'] : [])
    return { ...nothingRemapped(), names, registers: new Set(), books: ledger, whole: true, kinds }
  }
  const now = givenFacts({
    params: await projectParams(db, id),
    overrides: await projectOverrides(db, id),
    entries: await projectEntries(db, id),
    adjustments: await projectAdjustments(db, id),
    papers: await projectTemplatePapers(db, id),
    hash: sha256,
  })
  const remapped = bill ? remappedAccounts(stored.mapping, await mappingOf(db, id)) : nothingRemapped()
  const { accounts, clientAccounts } = remapped
  return {
    ...changedFacts(stored.facts, now),
    accounts,
    clientAccounts,
    books: ledger || remapped.lines,
    whole: law || remapped.whole,
    kinds,
  }
}

const nothingRemapped = (): Remapped => ({
  accounts: new Set(),
  clientAccounts: new Set(),
  lines: false,
  whole: false,
})
type Remapped = Pick<InputChanges, 'accounts' | 'clientAccounts'> & { lines: boolean; whole: boolean }

/** Standard accounts that lost or won a client account; whether lines have other tags; `whole`: another standard. */
function remappedAccounts(before: Mapping, now: Mapping): Remapped {
  const accounts = new Set<string>()
  const clientAccounts = new Set<string>()
  for (const code of new Set([...Object.keys(before.accounts), ...Object.keys(now.accounts)])) {
    const [was = '', is = ''] = [before.accounts[code], now.accounts[code]]
    if (was === is) continue
    clientAccounts.add(code)
    accounts.add(was.split('|', 1)[0] ?? '')
    accounts.add(is.split('|', 1)[0] ?? '')
  }
  return { accounts, clientAccounts, lines: before.lines !== now.lines, whole: before.standard !== now.standard }
}

/** Whether anything moved at all. */
export const hasMoved = ({ kinds, names }: Moved): boolean => kinds.length > 0 || names.size > 0
