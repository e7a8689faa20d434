import { sql } from 'kysely'
import type { RelationGap } from '#contract/relation.ts'
import type { z } from 'zod'
import { conservation } from '#engine/mapping/conservation.ts'
import type { Standard } from '#engine/ledger/model.ts'
import { yuan } from '#engine/money.ts'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { standardAccount, standardName } from './relation-words.ts'

type Row = {
  code: string
  fullName: string
  parent: string | null
  leaf: boolean
  opening: bigint
  debit: bigint
  credit: bigint
  closing: bigint
  standard: string
  tags: string[]
}

const size = (fen: bigint) => (fen < 0n ? -fen : fen)

/** What keeps the bill from placing each leaf in exactly one statement line, the largest money first. */
export async function billGaps(
  db: Db,
  books: { projectId: string; datasetId: string; standard: Standard },
  language: Language,
): Promise<{ leaves: number; placed: number; gaps: z.output<typeof RelationGap>[] }> {
  const { rows } = await sql<Row>`
    select a.code, a.full_name as "fullName", a.parent, a.leaf, a.opening, a.debit, a.credit, a.closing,
      coalesce(r.standard, '') as standard, coalesce(r.tags, '{}') as tags
    from ledger_account a
    left join lateral (select standard, tags from relation_account
      where project_id = ${books.projectId} and code = a.code and name = a.full_name limit 1) r on true
    where a.dataset_id = ${books.datasetId} and a.period = 'current'`.execute(db)
  const ties = rows.map(({ code, standard, tags }) => ({ code, standard: standard || null, tags }))
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const gaps = conservation(rows, ties, statementSets[books.standard], mappingFacts.charts).flatMap(
    ({ kind, code, lines }) => {
      const row = byCode.get(code)
      if (!row) return []
      const most = [row.debit, row.credit].map(size).reduce((a, b) => (a > b ? a : b), size(row.closing))
      const named = `${standardAccount(row.standard)?.code || ''} ${standardName(row.standard)}`.trim()
      const says =
        kind === 'strays'
          ? `${lines[0] ?? ''} ${byCode.get(lines[0] ?? '')?.fullName ?? ''}`
          : kind === 'nowhere'
            ? named
            : lines.join(language === 'en' ? ', ' : '、')
      return [{ most, gap: { kind, code, name: row.fullName, stake: yuan(most), says } }]
    },
  )
  const leaves = rows.filter(({ leaf }) => leaf).length
  const open = new Set(gaps.filter(({ gap }) => gap.kind !== 'strays').map(({ gap }) => gap.code))
  return {
    leaves,
    placed: leaves - open.size,
    gaps: gaps.toSorted((a, b) => (a.most === b.most ? 0 : a.most > b.most ? -1 : 1)).map(({ gap }) => gap),
  }
}
