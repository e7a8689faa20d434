import { z } from 'zod'
import { Doubt } from './chat-message.ts'
import { count, get, id, none, paged, post } from './endpoint.ts'
import { Source } from './tool-source.ts'

/** What is searched at once, in the order groups are shown. */
export const searchGroups = ['client', 'project', 'paper', 'account', 'voucher', 'file', 'knowledge'] as const
export type SearchGroup = (typeof searchGroups)[number]

export const SearchHit = Source.extend({
  /** Tells the hits of a search apart. */
  id: z.string(),
  group: z.enum(searchGroups),
  /** Whose it is: the client and project, or the knowledge base. */
  owner: z.string(),
  /** A word beside it: a year, a day, debit or credit; of a cell that is no money its value. */
  aside: z.string(),
  /** Yuan; empty where there is none. */
  amount: z.string(),
  /** Stretches of `quote` that were asked for; `to` not included. Empty: the words themselves say it. */
  marks: z.array(z.object({ from: count, to: count })),
})
export type SearchHit = z.output<typeof SearchHit>

/** One more hit than this of a group is not counted. */
export const MOST_COUNTED = 1000

const query = z.string({ error: 'aiSearchWords' }).trim().min(1, 'aiSearchWords').max(200)
const projectId = z.union([id, z.literal('')]).default('')

export const Group = paged(SearchHit).extend({
  group: z.enum(searchGroups),
  /** There are more than `total`. */
  atLeast: z.boolean(),
  /** Ledgers that were not looked through, the older ones: choose a project to look there. */
  left: count,
})
export type Group = z.output<typeof Group>

export const aiSearch = {
  search: get('/sc-llm/aiSearch/search', {
    may: 'signedIn',
    says: 'Searches clients, projects, papers and their cells, accounts, vouchers, files and knowledge at once: of each what the caller may see, how many, and the first',
    input: z.object({
      query,
      projectId,
      /** Comma-separated; empty: all. */
      groups: z
        .string()
        .max(100)
        .default('')
        .transform((text) => searchGroups.filter((group) => text === '' || text.split(',').includes(group))),
      size: z.coerce.number().int().min(1).max(20).default(5),
    }),
    output: z.object({ groups: z.array(Group), milliseconds: count }),
    network: true,
  }),
  group: get('/sc-llm/aiSearch/group', {
    may: 'signedIn',
    says: 'One group of a search, by pages',
    input: z.object({
      query,
      projectId,
      group: z.enum(searchGroups),
      current: z.coerce.number().int().min(1).max(50).default(1),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: Group,
    network: true,
  }),
  state: get('/sc-llm/aiSearch/state', {
    may: 'chat.use',
    says: 'Whether a model is set that can sum the results up',
    input: none,
    /** Empty: none. */
    output: z.object({ model: z.string() }),
    network: true,
  }),
  summary: post('/sc-llm/aiSearch/summary', {
    may: 'chat.use',
    says: 'Sums the results up by the model: every statement with the number of its source, checked; nothing else is said',
    input: z.object({ query, projectId }),
    output: z.object({
      text: z.string(),
      model: z.string(),
      /** `[1]` in the text is the first. */
      sources: z.array(SearchHit),
      /** Numbers that are cited. */
      cited: z.array(count),
      doubts: z.array(Doubt),
    }),
    network: true,
  }),
}
