import { z } from 'zod'
import { get, id, ids, none, paged, paging, post as call, rowId, time } from './endpoint.ts'

/** A post that people hold, e.g. partner, manager, assistant. category: 1 management, 2 profession, 3 support, 4 other. */
export const Post = z.object({
  id,
  postCode: z.string(),
  postName: z.string(),
  category: z.number().int(),
  sort: z.number().int(),
  remark: z.string(),
  userCount: z.number().int(),
  createTime: time,
  updateTime: time,
})
export type Post = z.output<typeof Post>
export const postCategories = [1, 2, 3, 4] as const

export const post = {
  list: get('/sc-system/post/list', {
    may: 'post.view',
    says: 'Posts',
    input: paging(['postCode', 'postName', 'category', 'sort', 'createTime', 'updateTime']),
    output: paged(Post),
  }),
  select: get('/sc-system/post/select', {
    may: 'post.view',
    says: 'All posts to choose from, by sort',
    input: none,
    output: z.array(z.object({ id: z.string(), postCode: z.string(), postName: z.string() })),
  }),
  detail: get('/sc-system/post/detail', {
    may: 'post.view',
    says: 'One post',
    input: z.object({ id }),
    output: Post,
  }),
  submit: call('/sc-system/post/submit', {
    may: 'post.edit',
    says: 'Adds a post, or with id changes the fields that are sent',
    input: z.object({
      id: rowId,
      postCode: z
        .string()
        .trim()
        .regex(/^[\w-]{1,50}$/, 'postCodeForm')
        .optional(),
      postName: z.string().trim().min(1, 'postNamePlease').max(100).optional(),
      category: z.coerce.number().int().min(1).max(4).optional(),
      sort: z.coerce.number().int().min(0).max(99_999).optional(),
      remark: z.string().trim().max(500).optional(),
    }),
    output: Post,
  }),
  remove: call('/sc-system/post/remove', {
    may: 'post.edit',
    says: 'Removes posts that nobody holds',
    input: z.object({ ids: ids.pipe(z.array(id).max(500)) }),
    output: none,
  }),
}
