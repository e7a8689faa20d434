import { z } from 'zod'
import { count, get, id, paged, paging, post } from './endpoint.ts'

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

export const firm = {
  list: get('/sc-llm/firm/list', {
    may: 'firm.view',
    says: 'Firms; all but the platform see the own',
    input: paging(['firmName']),
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
    says: 'What there is to do: enterprises, projects by year, ledgers to verify, accounts and lines that wait for a person',
    input: z.object({ tenantId: z.string() }),
    output: z.object({
      enterprises: count,
      projects: count,
      projectsThisYear: count,
      ledgersWaiting: count,
      relationsWaiting: count,
      papersReady: count,
      byYear: z.array(z.object({ year: z.string(), projects: count })),
    }),
  }),
  update: post('/sc-llm/firm/update', {
    may: 'firm.edit',
    says: 'Changes the own firm',
    input: Firm.omit({ tenantId: true }).partial().required({ id: true }),
    output: Firm,
  }),
}
