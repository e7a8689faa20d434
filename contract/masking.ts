import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'

/** What masking tells apart. */
export const maskKinds = [
  'company', 'person', 'idCard', 'taxNumber', 'bankCard', 'bankAccount', 'phone', 'email', 'address', 'document', 'plate', 'invoice', 'amount', 'custom',
] as const // prettier-ignore
export type MaskKind = (typeof maskKinds)[number]
/** `token` comes back in the answer; `generalise` and `scale` too, and tell the model a city, a range, a scaled amount. */
export const maskActions = ['token', 'generalise', 'scale', 'partial', 'drop', 'keep'] as const
export type MaskAction = (typeof maskActions)[number]

/** What may be done with a kind. Only places and sizes can be told in general, only amounts scaled. */
export const actionsFor = (kind: MaskKind): readonly MaskAction[] =>
  maskActions.filter((action) => {
    if (action === 'scale') return kind === 'amount'
    return action !== 'generalise' || kind === 'amount' || kind === 'address' || kind === 'company'
  })

const Actions = z.record(z.enum(maskKinds), z.enum(maskActions))
export type MaskActions = z.output<typeof Actions>
/** The longest text that is tried out at once. */
export const LONGEST_TRY = 20_000

const words = z.array(z.string().trim().min(1).max(64)).max(500)
const patterns = z.array(z.string().trim().min(1).max(40)).max(50)

export const MaskTemplate = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(['personal', 'firm']),
  actions: Actions,
  words: z.array(z.string()),
  patterns: z.array(z.string()),
  /** The one that applies where none is chosen: a person's own before the firm's. */
  isDefault: z.boolean(),
  /** Whether the caller may change it. */
  mine: z.boolean(),
  version: z.number().int(),
  updateUserName: z.string(),
  updateTime: time,
})
export type MaskTemplate = z.output<typeof MaskTemplate>

/** The templates of the product; nobody changes them. */
export const maskPresets = ['standard', 'strict', 'identifiers'] as const
export type MaskPreset = (typeof maskPresets)[number]

const Place = z.object({
  /** `literal`: text that looks like a token, hidden so that it cannot pass for one. */
  kind: z.enum([...maskKinds, 'literal']),
  start: count,
  end: count,
})
/** One place of a text that would leave changed; `by` says what it was recognised by. */
export const MaskPiece = Place.extend({
  shown: z.string(),
  action: z.enum(maskActions),
  by: z.enum(['checksum', 'dictionary', 'context', 'shape', 'column']),
})
export type MaskPiece = z.output<typeof MaskPiece>

/** One payload that left for a model, or was stopped before. */
export const MaskRun = z.object({
  id: z.string(),
  createTime: time,
  createUserName: z.string(),
  purpose: z.string(),
  endpoint: z.string(),
  scope: z.string(),
  characters: count,
  counts: z.record(z.string(), count),
  residual: z.array(z.string()),
  blocked: z.boolean(),
  previewed: z.boolean(),
  payloadHash: z.string(),
})
export type MaskRun = z.output<typeof MaskRun>

export const masking = {
  list: get('/sc-llm/maskTemplate/list', {
    may: 'mask.use',
    says: 'The firm’s masking templates and one’s own',
    input: paging(['name', 'scope', 'updateTime']),
    output: paged(MaskTemplate),
  }),
  presets: get('/sc-llm/maskTemplate/presets', {
    may: 'mask.use',
    says: 'The templates of the product',
    input: none,
    output: z.array(z.object({ key: z.enum(maskPresets), actions: Actions })),
  }),
  effective: get('/sc-llm/maskTemplate/effective', {
    may: 'mask.use',
    says: 'What applies to the caller where no template is chosen',
    input: none,
    output: z.object({
      source: z.enum(['personal', 'firm', 'preset']),
      id: z.string(),
      name: z.string(),
      actions: Actions,
    }),
  }),
  save: post('/sc-llm/maskTemplate/save', {
    may: 'mask.use',
    says: 'Adds a template or changes it, if nobody changed it since; the firm’s are its administrators’',
    input: z.object({
      id: rowId,
      version: z.coerce.number().int().optional(),
      name: z.string('maskName').trim().min(1, 'maskName').max(60),
      scope: z.enum(['personal', 'firm']),
      actions: Actions,
      words: words.default([]),
      patterns: patterns.default([]),
    }),
    output: z.object({ id }),
  }),
  remove: post('/sc-llm/maskTemplate/remove', {
    may: 'mask.use',
    says: 'Removes templates, all or none',
    input: z.object({ ids }),
    output: z.object({}),
  }),
  setDefault: post('/sc-llm/maskTemplate/setDefault', {
    may: 'mask.use',
    says: 'Makes a template the one that applies, the firm’s or one’s own, or no longer',
    input: z.object({ id, isDefault: z.boolean() }),
    output: z.object({}),
  }),
  tryOut: post('/sc-llm/maskTemplate/tryOut', {
    may: 'mask.use',
    says: 'What would leave of a text, place by place; nothing is stored and nothing is sent',
    input: z.object({
      text: z.string().min(1).max(LONGEST_TRY),
      actions: Actions,
      words: words.default([]),
      patterns: patterns.default([]),
    }),
    output: z.object({
      masked: z.string(),
      pieces: z.array(MaskPiece),
      /** Identities still found in `masked`; where there are any, nothing would be sent. */
      residual: z.array(Place),
      /** What comes back of `masked` once it is restored. */
      restored: z.string(),
    }),
  }),
  runs: get('/sc-llm/maskRun/list', {
    may: 'mask.log',
    says: 'What left for models: when, whose, where to, how much was hidden',
    input: paging(['purpose', 'endpoint', 'scope', 'createTime', 'blocked']),
    output: paged(MaskRun),
  }),
}
