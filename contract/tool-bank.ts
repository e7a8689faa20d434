import { z } from 'zod'
import { id, time } from './endpoint.ts'

/** What a column of a bank statement says, from the account holder’s side. */
export const bankRoles = [
  'date',
  'time',
  'in',
  'out',
  'amount',
  'side',
  'balance',
  'party',
  'partyAccount',
  'summary',
  'account',
  'state',
] as const
/** A role, or '' for a column that is not read. */
export const BankColumn = z.union([z.enum(bankRoles), z.literal('')])
export type BankColumn = z.output<typeof BankColumn>
export const MOST_BANK_COLUMNS = 80

/** Whether enough is said to read movements: a day, and how much. */
export const rolesSuffice = (roles: readonly BankColumn[]): boolean =>
  roles.includes('date') && (roles.includes('in') || roles.includes('out') || roles.includes('amount'))

/** Reads statements of banks and payment houses into one workbook, with what should be looked at. */
export const BankOptions = z.object({
  code: z.literal('bankStatement'),
  /** Yuan from which a movement is large. */
  large: z
    .string()
    .regex(/^\d{1,10}(?:\.\d{1,2})?$/, 'toolBankLarge')
    .default('500000'),
  /** Counterparties to be pointed out, one a line. */
  names: z.string().max(4000).default(''),
})
export type BankOptions = z.output<typeof BankOptions>

/** Columns nobody knows yet: what they are called, a few rows of them, and what they may be. */
export const BankAsk = z.object({
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  roles: z.array(BankColumn),
})
export type BankAsk = z.output<typeof BankAsk>

/** How the columns of a statement are read, kept for everybody of the firm. */
export const BankLayout = z.object({
  id,
  name: z.string(),
  headings: z.array(z.string()),
  roles: z.array(BankColumn),
  updateUserName: z.string(),
  updateTime: time,
})
export type BankLayout = z.output<typeof BankLayout>

/** What somebody says about a statement’s columns. */
export const BankLayoutSaid = z
  .object({
    name: z.string().trim().min(1, 'toolBankName').max(60),
    headings: z.array(z.string().max(80)).min(2).max(MOST_BANK_COLUMNS),
    roles: z.array(BankColumn).max(MOST_BANK_COLUMNS),
  })
  .refine(({ headings, roles }) => headings.length === roles.length && rolesSuffice(roles), {
    error: 'toolBankRoles',
    path: ['roles'],
  })
