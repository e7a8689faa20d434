import type { Group, SearchGroup } from '#contract/ai-search.ts'
import type { Db } from '#server/kernel/database.ts'
import { accountGroup } from './account-group.ts'
import { fileGroup } from './file-group.ts'
import { knowledgeGroup } from './knowledge-group.ts'
import { paperGroup } from './paper-group.ts'
import { clientGroup, projectGroup } from './record-groups.ts'
import type { Seeking } from './seeking.ts'
import { voucherGroup } from './voucher-group.ts'

/** How long ledgers may be looked through, one after the other: beside other groups, and for a page of their own. */
const QUICK_MS = 180
export const PATIENT_MS = 3000

const records: Record<Exclude<SearchGroup, 'voucher' | 'knowledge'>, (db: Db, seeking: Seeking) => Promise<Group>> = {
  client: clientGroup,
  project: projectGroup,
  paper: paperGroup,
  account: accountGroup,
  file: fileGroup,
}

/** The groups that are wanted, in their order. What a person may see is a condition of every query. */
export async function searchGroupsFor(
  seeking: Seeking,
  wanted: readonly SearchGroup[],
  milliseconds = QUICK_MS,
): Promise<Group[]> {
  const { kernel, user } = seeking
  const inTenant = <T>(work: (db: Db) => Promise<T>) =>
    kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)
  const plain = wanted.filter((group) => group !== 'voucher' && group !== 'knowledge')
  const [found, vouchers, knowledge] = await Promise.all([
    plain.length === 0
      ? []
      : inTenant(async (db) => {
          const groups: Group[] = []
          for (const group of plain) groups.push(await records[group](db, seeking))
          return groups
        }),
    wanted.includes('voucher')
      ? inTenant((db) => voucherGroup(db, seeking, performance.now() + milliseconds))
      : undefined,
    wanted.includes('knowledge') ? knowledgeGroup(seeking) : undefined,
  ])
  const all = [...found, ...(vouchers ? [vouchers] : []), ...(knowledge ? [knowledge] : [])]
  return wanted.flatMap((group) => all.filter((one) => one.group === group))
}
