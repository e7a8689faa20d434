import { z } from 'zod'
import { get, id, ids, none, paged, paging, post } from './endpoint.ts'
import { FirmStatistics, StatisticsWanted } from './firm-statistics.ts'

export const Firm = z.object({
  id,
  tenantId: z.string(),
  firmName: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
  website: z.record(z.string(), z.unknown()),
})

export type Firm = z.output<typeof Firm>

export const firm = {
  list: get('/sc-llm/firm/list', {
    may: 'firm.view',
    says: 'Firms; all but the platform see the own',
    input: paging(['firmName', 'creditCode', 'tenantId']),
    output: paged(Firm),
  }),
  detail: get('/sc-llm/firm/detail', { may: 'firm.view', says: 'One firm', input: z.object({ id }), output: Firm }),
  detailByTenantId: get('/sc-llm/firm/detailByTenantId', {
    may: 'firm.view',
    says: "A tenant's firm",
    input: z.object({ tenantId: z.string() }),
    output: Firm,
  }),
  statistics: get('/sc-llm/firm/statistics', {
    may: 'firm.view',
    says: "What there is to do and what was done, by stage, person, client and month; each number counts what the caller's list shows",
    input: StatisticsWanted,
    output: FirmStatistics,
  }),
  searchByTitle: get('/sc-llm/firm/searchByTitle', {
    may: 'firm.view',
    says: 'Firms whose name contains the title, at most 50; all but the platform find the own',
    input: z.object({ title: z.string().trim().max(200).default('') }),
    output: z.array(Firm),
  }),
  save: post('/sc-llm/firm/save', {
    may: 'firm.manage',
    says: 'Gives a tenant that has none its firm',
    input: Firm.omit({ id: true })
      .partial()
      .extend({
        tenantId: z.string().max(12),
        firmName: z.string({ error: 'firmName' }).trim().min(1, 'firmName').max(200),
      }),
    output: Firm,
  }),
  remove: post('/sc-llm/firm/remove', {
    may: 'firm.manage',
    says: 'Removes firms that have no enterprises',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  update: post('/sc-llm/firm/update', {
    may: 'firm.edit',
    says: 'Changes the own firm',
    input: Firm.omit({ tenantId: true }).partial().required({ id: true }),
    output: Firm,
  }),
}
