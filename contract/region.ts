import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** An administrative division (GB/T 2260). */
export const Region = z.object({
  id,
  /** The code above; 0 above a province. */
  parentCode: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  /** 1 province, 2 prefecture, 3 county, 4 township. */
  level: z.number().int(),
  sort: z.number().int(),
  remark: z.string(),
  hasChildren: z.boolean(),
  version: z.number().int(),
  updateTime: time,
})
export type Region = z.output<typeof Region>

const codeOf = z
  .string()
  .trim()
  .regex(/^\d{6}(\d{3}|\d{6})?$/, 'regionCode')
const above = z.union([codeOf, z.literal('0'), z.literal('')]).optional()
const text = (max: number) => z.string().trim().max(max)

export const region = {
  select: get('/sc-system/region/select', {
    may: 'signedIn',
    says: 'One level of regions, to pick from; provinces without a parentCode',
    input: z.object({ parentCode: above }),
    output: z.array(Region.pick({ code: true, name: true, level: true, hasChildren: true })),
  }),
  lazyList: get('/sc-system/region/lazy-list', {
    may: 'region.edit',
    says: 'One level of regions',
    input: z.object({ parentCode: above }),
    output: z.array(Region),
  }),
  list: get('/sc-system/region/list', {
    may: 'region.edit',
    says: 'Regions of all levels',
    input: paging(['code', 'name', 'nameEn', 'level', 'parentCode']),
    output: paged(Region),
  }),
  detail: get('/sc-system/region/detail', {
    may: 'region.edit',
    says: 'One region',
    input: z.object({ id }),
    output: Region,
  }),
  submit: post('/sc-system/region/submit', {
    may: 'region.edit',
    says: 'Adds a region, or changes the fields that are sent of the one with this id; its level follows from what is above it',
    input: z
      .object({
        id: id.or(z.literal('')),
        parentCode: above,
        code: codeOf,
        name: z.string({ error: 'regionName' }).trim().min(1, 'regionName').max(100),
        nameEn: text(100),
        sort: z.coerce.number().int().min(0).max(100_000),
        remark: text(500),
        version: z.coerce.number().int(),
      })
      .partial(),
    output: Region,
  }),
  remove: post('/sc-system/region/remove', {
    may: 'region.edit',
    says: 'Deletes regions that have none below them',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
