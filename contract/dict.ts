import { z } from 'zod'
import { get, id, ids, maybeId, none, paged, paging, post, time } from './endpoint.ts'
import { PickNode } from './menu.ts'

/** The dictKey of the row that names a dictionary (wire.md). */
export const DICT_ROOT = '-1'

/** Colours an item may be shown in: the tones of a StatusTag. */
export const dictColors = ['', 'plain', 'waiting', 'good', 'bad', 'active'] as const

export const Dict = z.object({
  id,
  parentId: z.string(),
  code: z.string(),
  dictKey: z.string(),
  dictValue: z.string(),
  valueEn: z.string(),
  sort: z.number().int(),
  color: z.string(),
  remark: z.string(),
  /** 1: neither removed nor given another key. */
  isSealed: z.number().int(),
  version: z.number().int(),
  updateTime: time,
})
export type Dict = z.output<typeof Dict>
export type DictTree = Dict & { children?: DictTree[] | undefined }
const DictTree: z.ZodType<DictTree> = z.lazy(() => Dict.extend({ children: z.array(DictTree).optional() }))

const fields = ['code', 'dictKey', 'dictValue', 'valueEn', 'remark', 'isSealed', 'sort'] as const
const text = (max: number) => z.string().trim().max(max)

export const dict = {
  dictionary: get('/sc-system/dict/dictionary', {
    may: 'signedIn',
    says: 'The items of one dictionary, by sort',
    input: z.object({ code: z.string().max(100) }),
    output: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        dictKey: z.string(),
        dictValue: z.string(),
        remark: z.string(),
        color: z.string(),
      }),
    ),
  }),
  list: get('/sc-system/dict/list', {
    may: 'dict.view',
    says: 'Dictionaries with their items as a tree; a filter keeps what matches, with its ancestors',
    input: paging(fields),
    output: z.array(DictTree),
  }),
  parentList: get('/sc-system/dict/parent-list', {
    may: 'dict.view',
    says: 'The dictionaries',
    input: paging(fields),
    output: paged(Dict),
  }),
  childList: get('/sc-system/dict/child-list', {
    may: 'dict.view',
    says: 'The items of a dictionary, by sort',
    input: paging(fields, { parentId: maybeId }),
    output: z.array(Dict),
  }),
  detail: get('/sc-system/dict/detail', {
    may: 'dict.view',
    says: 'One dictionary or item',
    input: z.object({ id }),
    output: Dict,
  }),
  tree: get('/sc-system/dict/tree', {
    may: 'dict.view',
    says: 'One dictionary with its items, to pick from; of code DICT all of them',
    input: z.object({ code: z.string().max(100) }),
    output: z.array(PickNode),
  }),
  submit: post('/sc-system/dict/submit', {
    may: 'dict.edit',
    says: 'Adds a dictionary (no parentId) or an item, or changes the fields that are sent of the one with this id',
    input: z
      .object({
        id: maybeId,
        parentId: maybeId,
        code: z
          .string({ error: 'dictCode' })
          .trim()
          .regex(/^[A-Za-z]\w{0,99}$/, 'dictCode'),
        dictKey: z.coerce.string({ error: 'dictKey' }).trim().min(1, 'dictKey').max(100),
        dictValue: z.string({ error: 'dictValue' }).trim().min(1, 'dictValue').max(200),
        valueEn: text(200),
        sort: z.coerce.number().int().min(0).max(100_000),
        color: z.enum(dictColors),
        remark: text(500),
        isSealed: z.coerce.number().int().min(0).max(1),
        version: z.coerce.number().int(),
      })
      .partial(),
    output: Dict,
  }),
  remove: post('/sc-system/dict/remove', {
    may: 'dict.edit',
    says: 'Deletes dictionaries and items that are not in use',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
