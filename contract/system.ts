import { z } from 'zod'
import { count, get, id, none, paged, paging, post, stream, time } from './endpoint.ts'

/** A menu entry; `children` only where there are any. */
export type MenuNode = {
  id: string
  parentId: string
  code: string
  name: string
  label: string
  alias: string
  path: string
  source: string
  sort: number
  category: number
  action: number
  isOpen: number
  component: string
  visibilityScope: string
  query: string
  href: string
  meta: Record<string, unknown>
  children?: MenuNode[] | undefined
}
const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    parentId: z.string(),
    code: z.string(),
    name: z.string(),
    label: z.string(),
    alias: z.string(),
    path: z.string(),
    source: z.string(),
    sort: z.number(),
    category: z.number(),
    action: z.number(),
    isOpen: z.number(),
    component: z.string(),
    visibilityScope: z.string(),
    query: z.string(),
    href: z.string(),
    meta: z.record(z.string(), z.unknown()),
    children: z.array(MenuNode).optional(),
  }),
)
const Scope = z.object({
  topMenuId: z.string().optional(),
  enterpriseId: z.string().optional(),
  visibilityScope: z.string().optional(),
})

export const menu = {
  routes: get('/sc-system/menu/routes', {
    may: 'signedIn',
    says: "The caller's menus as a tree",
    input: Scope,
    output: z.array(MenuNode),
  }),
  byScope: get('/sc-system/menu/routersByVisibilityScope', {
    may: 'signedIn',
    says: "The caller's menus of one visibility scope",
    input: z.object({ visibilityScope: z.string() }),
    output: z.array(MenuNode),
  }),
  buttons: get('/sc-system/menu/buttons', {
    may: 'signedIn',
    says: 'Menus that own granted buttons; leaf codes are permissions',
    input: none,
    output: z.array(MenuNode),
  }),
}

export const dict = {
  dictionary: get('/sc-system/dict/dictionary', {
    may: 'signedIn',
    says: 'The items of one dictionary, by sort',
    input: z.object({ code: z.string() }),
    output: z.array(
      z.object({ id: z.string(), code: z.string(), dictKey: z.string(), dictValue: z.string(), remark: z.string() }),
    ),
  }),
}

export const tenant = {
  select: get('/sc-system/freeApi/tenant/select', {
    may: 'public',
    says: 'The tenants one may sign in to',
    input: none,
    output: z.array(z.object({ id: z.string(), tenantId: z.string(), tenantName: z.string(), domain: z.string() })),
  }),
  info: get('/sc-system/tenant/info', {
    may: 'public',
    says: 'The tenant of a domain; an empty object if none',
    input: z.object({ domain: z.string().max(500) }),
    output: z.object({ tenantId: z.string(), tenantName: z.string(), domain: z.string() }).partial(),
  }),
}

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
/** Work longer than a request: its state, how far it is, and what came of it. */
export const Job = z.object({
  id,
  type: z.string(),
  title: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  state: z.enum(jobStates),
  /** 0 to 100. */
  progress: z.number().int(),
  /** What it is doing now: a text key, shown with `params`. */
  step: z.string(),
  stepParams: z.record(z.string(), z.union([z.string(), z.number()])),
  result: z.record(z.string(), z.unknown()),
  /** Why it failed, in the caller's language. */
  error: z.string(),
  createTime: time,
  startTime: time.nullable(),
  endTime: time.nullable(),
})
export type Job = z.output<typeof Job>

export const job = {
  list: get('/sc-system/job/list', {
    may: 'signedIn',
    says: "The caller's jobs, newest first",
    input: paging(['type', 'state', 'bizType', 'bizId']),
    output: paged(Job),
  }),
  detail: get('/sc-system/job/detail', { may: 'signedIn', says: 'One job', input: z.object({ id }), output: Job }),
  cancel: post('/sc-system/job/cancel', {
    may: 'signedIn',
    says: 'Cancels a job',
    input: z.object({ id }),
    output: Job,
  }),
}

export const audit = {
  list: get('/sc-system/audit/list', {
    may: 'audit.view',
    says: 'Who did what to what, newest first',
    input: paging(['action', 'bizType', 'bizId', 'actorName', 'createTime']),
    output: paged(
      z.object({
        seq: count,
        actorId: z.string(),
        actorName: z.string(),
        action: z.string(),
        bizType: z.string(),
        bizId: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        createTime: time,
      }),
    ),
  }),
  verify: get('/sc-system/audit/verify', {
    may: 'audit.view',
    says: 'Walks the hash chain; names the first entry that was tampered with, if any',
    input: none,
    output: z.object({ entries: count, broken: count.nullable() }),
  }),
}

export const push = {
  connect: stream('/sc-sse/sse/connect/{userId}', {
    may: 'signedIn',
    says: "The caller's events; the user id of the path must be the caller's own",
    input: z.object({ userId: z.string(), clientId: z.string().max(64).optional(), 'Sc-Auth': z.string().optional() }),
    output: z.object({ messageType: z.string(), data: z.unknown() }),
  }),
}
