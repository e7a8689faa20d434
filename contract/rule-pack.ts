import { z } from 'zod'
import { get, id, none, post, time } from './endpoint.ts'

const Law = z.object({ doc: z.string(), article: z.string() })
const certainties = ['high', 'medium', 'low'] as const
export const RuleSummary = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  formula: z.string(),
  difference: z.string(),
  /** Days from and to which it holds; empty: still in force. */
  from: z.string(),
  to: z.string(),
  paper: z.string(),
  lines: z.array(z.string()),
  certainty: z.enum(certainties),
  certaintyWords: z.string(),
  verified: z.string(),
  law: z.array(Law),
  vectors: z.number().int(),
  /** In force on the last day of the year that was asked for. */
  inForce: z.boolean(),
})
export type RuleSummary = z.output<typeof RuleSummary>
export const RuleDetail = RuleSummary.extend({
  carry: z.string(),
  pitfalls: z.array(z.string()),
  /** Figures by date. */
  rates: z.array(
    z.object({
      /** The field formulas name it by (`rate(RULE.name)`), and its words. */
      name: z.string(),
      label: z.string(),
      case: z.string(),
      value: z.string(),
      unit: z.string(),
      from: z.string(),
      to: z.string(),
      law: z.array(Law),
    }),
  ),
  cases: z.array(z.object({ given: z.string(), gives: z.string() })),
  /** Cells of the named project's papers that stand under the rule or use its figures. */
  used: z.array(z.object({ cell: z.string(), paperId: z.string(), label: z.string() })),
})
/** What a signature covers: the rules with their figures, the forms of the return, the papers with their formulas. */
export const packParts = ['rules', 'forms', 'papers'] as const
export type PackPart = (typeof packParts)[number]
export const professions = ['tax_agent', 'accountant', 'lawyer'] as const
export const Signature = z.object({
  id,
  version: z.string(),
  packHash: z.string(),
  signerName: z.string(),
  profession: z.enum(professions),
  licenceNo: z.string(),
  statement: z.string(),
  userName: z.string(),
  time,
  revokeUserName: z.string(),
  revokeTime: z.string(),
  revokeReason: z.string(),
  /** What is no longer as it was signed. */
  moved: z.array(z.enum(packParts)),
  /** It is for the release in use, and stands. */
  current: z.boolean(),
})
export type Signature = z.output<typeof Signature>

export const rulePack = {
  list: get('/sc-llm/rulePack/list', {
    may: 'paper.view',
    says: 'The rules of the law in use, by year, certainty, form and paper',
    input: z.object({
      year: z.coerce.number().int().min(2008).max(2100).optional(),
      certainty: z.enum(certainties).optional(),
      form: z.string().max(20).default(''),
      paper: z.string().max(20).default(''),
      text: z.string().max(50).default(''),
    }),
    output: z.array(RuleSummary),
  }),
  detail: get('/sc-llm/rulePack/detail', {
    may: 'paper.view',
    says: 'One rule: law, dates, figures, worked cases, and where a project used it',
    input: z.object({ rule: z.string().max(50), projectId: id.or(z.literal('')).optional() }),
    output: RuleDetail,
  }),
  release: get('/sc-llm/rulePack/release', {
    may: 'paper.view',
    says: 'The release in use, its digest, and who has signed it',
    input: z.object({}),
    output: z.object({
      version: z.string(),
      packHash: z.string(),
      rules: z.number().int(),
      rates: z.number().int(),
      forms: z.number().int(),
      asOf: z.string(),
      latestRevision: z.string(),
      signed: z.boolean(),
      signatures: z.array(Signature),
    }),
  }),
  sign: post('/sc-llm/rulePack/sign', {
    may: 'rulePack.sign',
    says: 'A named professional answers for the release',
    input: z.object({
      /** The digest one has read: what changed meanwhile is not signed unseen. */
      packHash: z.string().max(200),
      signerName: z.string().trim().min(1).max(50),
      profession: z.enum(professions),
      licenceNo: z.string().trim().min(1).max(50),
      statement: z.string().trim().min(1).max(1000),
    }),
    output: none,
  }),
  revoke: post('/sc-llm/rulePack/revoke', {
    may: 'rulePack.sign',
    says: 'Takes a signature back, with a reason; both stay on record',
    input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
    output: none,
  }),
}
