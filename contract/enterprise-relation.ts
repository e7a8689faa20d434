import { z } from 'zod'
import { get, id, ids, none, post, time } from './endpoint.ts'

/** What one enterprise is to another: its subsidiary, its branch, or related in another way (shared owner, key people). */
export const relationKinds = ['subsidiary', 'branch', 'related'] as const

/** A link between two clients of the firm, seen from one of them. */
export const EnterpriseRelation = z.object({
  id,
  /** Whether the other one stands above or below; a related one stands beside. */
  side: z.enum(['above', 'below', 'beside']),
  kind: z.enum(relationKinds),
  /** Percent that the upper one holds, e.g. "51.00"; empty: not known or none. */
  share: z.string(),
  /** The other enterprise. */
  enterpriseId: id,
  enterpriseName: z.string(),
  creditCode: z.string(),
  projectCount: z.number().int(),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
})
export type EnterpriseRelation = z.output<typeof EnterpriseRelation>

const share = z
  .string()
  .trim()
  .regex(/^(|\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/, 'relationShare')

export const enterpriseRelation = {
  list: get('/sc-llm/enterpriseRelation/list', {
    may: 'enterprise.view',
    says: 'The enterprises above, below and beside one, as far as the caller reaches them',
    input: z.object({ enterpriseId: id }),
    output: z.array(EnterpriseRelation),
  }),
  save: post('/sc-llm/enterpriseRelation/save', {
    may: 'enterprise.edit',
    says: 'Links two clients; refused where one would come to stand above itself',
    input: z.object({ parentId: id, childId: id, kind: z.enum(relationKinds), share: share.default('') }),
    output: none,
  }),
  update: post('/sc-llm/enterpriseRelation/update', {
    may: 'enterprise.edit',
    says: 'Changes the share of a link',
    input: z.object({ id, share }),
    output: none,
  }),
  remove: post('/sc-llm/enterpriseRelation/remove', {
    may: 'enterprise.edit',
    says: 'Takes links away; the enterprises stay',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
