import { z } from 'zod'
import { count, get, id, post } from './endpoint.ts'

/** What there is of a client in the vault of tokens. */
export const ClientKeys = z.object({
  enterpriseName: z.string(),
  /** Keys of its projects, their conversations and documents. */
  keys: count,
  /** Tokens that lie under them. */
  tokens: count,
})
export type ClientKeys = z.output<typeof ClientKeys>

export const clientKey = {
  look: get('/sc-llm/maskKey/client', {
    may: 'mask.edit',
    says: 'How many keys and tokens there are of a client: of its projects, and of conversations and documents about them',
    input: z.object({ enterpriseId: id }),
    output: ClientKeys,
  }),
  destroy: post('/sc-llm/maskKey/destroyClient', {
    may: 'mask.edit',
    says: 'Destroys a client’s keys for good, when the firm parts with it: what was masked can no longer be turned back. The client’s name is typed, and the tokens are as many as were looked at',
    input: z.object({ enterpriseId: id, name: z.string().trim().max(200), tokens: count }),
    output: ClientKeys,
  }),
}
