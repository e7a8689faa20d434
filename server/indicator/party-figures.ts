import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { type TwoSidedParty, twoSidedParties } from '#engine/indicator/two-sided.ts'
import type { Db } from '#server/kernel/database.ts'
import type { ProjectYear } from './project-years.ts'
import type { Figure } from './year-figure.ts'

/** The standard accounts among which a party may stand on both sides. */
const standards = ['1122', '1123', '1221', '2202', '2203', '2241']

/** K25 year by year: how many parties stand on both sides, by the balances of customers and suppliers of each year's ledger. */
export async function partyFigures(
  db: Db,
  years: readonly ProjectYear[],
  language: Language,
): Promise<{ figures: Figure[]; parties: readonly TwoSidedParty[] }> {
  const figures: Figure[] = []
  const found: (readonly TwoSidedParty[])[] = []
  for (const { year, project } of years) {
    const parties = project?.dataset_id ? await partiesOf(db, project.id, project.dataset_id) : null
    const why = project ? 'indicatorNoParties' : 'indicatorNoProject'
    figures.push({
      year,
      value: parties === null ? null : String(parties.length),
      source: parties === null ? 'none' : 'computed',
      projectId: project?.id ?? '',
      cell: '',
      why: parties === null ? say(why, language, { year }) : '',
    })
    found.push(parties ?? [])
  }
  return { figures, parties: found[0] ?? [] }
}

/** Null where the ledger has no balances by party under those accounts. */
async function partiesOf(db: Db, projectId: string, datasetId: string): Promise<TwoSidedParty[] | null> {
  const rows = await db
    .selectFrom('ledger_dimension')
    .innerJoin('relation_account', 'relation_account.code', 'ledger_dimension.account')
    .select(['ledger_dimension.name as party', 'standard', 'account', 'closing'])
    .where('dataset_id', '=', datasetId)
    .where('relation_account.project_id', '=', projectId)
    .where('standard', 'in', standards)
    .execute()
  return rows.length === 0 ? null : twoSidedParties(rows)
}
