import { z } from 'zod'
import { get, id, ids, maybeId, none, post, rowId, time } from './endpoint.ts'
import { PickNode } from './menu.ts'

/** 1 company, 2 department, 3 group. */
export const deptCategories = [1, 2, 3] as const

/** A department; parentId is '0' at the top. */
export type Dept = {
  id: string
  tenantId: string
  parentId: string
  deptName: string
  fullName: string
  deptCategory: number
  leaderId: string
  leaderName: string
  sort: number
  remark: string
  /** People of this department itself. */
  userCount: number
  createTime: string
  children?: Dept[] | undefined
}
const row = {
  id: z.string(),
  tenantId: z.string(),
  parentId: z.string(),
  deptName: z.string(),
  fullName: z.string(),
  deptCategory: z.number().int(),
  leaderId: z.string(),
  leaderName: z.string(),
  sort: z.number().int(),
  remark: z.string(),
  userCount: z.number().int(),
  createTime: time,
}
const Dept: z.ZodType<Dept> = z.lazy(() => z.object({ ...row, children: z.array(Dept).optional() }))

/** '' and '0' are the top. */
const parent = maybeId.unwrap()

export const dept = {
  tree: get('/sc-system/dept/tree', {
    may: 'dept.view',
    says: 'Departments as a tree to choose from',
    input: none,
    output: z.array(PickNode),
  }),
  lazyTree: get('/sc-system/dept/lazy-tree', {
    may: 'dept.view',
    says: 'One level of departments, each saying whether more are below it',
    input: z.object({ parentId: parent.default('0') }),
    output: z.array(
      z.object({
        id: z.string(),
        parentId: z.string(),
        title: z.string(),
        key: z.string(),
        value: z.string(),
        hasChildren: z.boolean(),
      }),
    ),
  }),
  list: get('/sc-system/dept/list', {
    may: 'dept.view',
    says: 'Departments as a tree with leader and number of people; deptName finds some, with all that is above them',
    input: z.object({ deptName: z.string().trim().max(100).optional() }),
    output: z.array(Dept),
  }),
  detail: get('/sc-system/dept/detail', {
    may: 'dept.view',
    says: 'One department',
    input: z.object({ id }),
    output: z.object(row),
  }),
  submit: post('/sc-system/dept/submit', {
    may: 'dept.edit',
    says: 'Adds a department, or with id changes the fields that are sent',
    input: z.object({
      id: rowId,
      parentId: parent.optional(),
      deptName: z.string().trim().min(1, 'deptNamePlease').max(100).optional(),
      fullName: z.string().trim().max(200).optional(),
      deptCategory: z.coerce.number().int().min(1).max(3).optional(),
      leaderId: z.union([id, z.literal('')]).optional(),
      sort: z.coerce.number().int().min(0).max(99_999).optional(),
      remark: z.string().trim().max(500).optional(),
    }),
    output: z.object(row),
  }),
  remove: post('/sc-system/dept/remove', {
    may: 'dept.edit',
    says: 'Removes departments without people and without departments below',
    input: z.object({ ids: ids.pipe(z.array(id).max(500)) }),
    output: none,
  }),
}
