import { z } from 'zod'
import { count, get, id, money, post } from './endpoint.ts'
import { Account, Line } from './ledger.ts'

/** What a bound cell holds. */
export const cellUnits = ['money', 'rate', 'count', 'bool', 'text'] as const
const Unit = z.enum(cellUnits)
/** A formula; longer ones are refused in words by the checker, which knows its own limit. */
const Expression = z.string().max(5_000)
const Both = z.object({ zh: z.string(), en: z.string() })
const Named = Both.extend({ id: z.string() })

/** A place in the formula, by characters, and what is wrong there. */
export const FormulaProblem = z.object({ from: z.number().int(), to: z.number().int(), text: z.string() })
export type FormulaProblem = z.output<typeof FormulaProblem>

export const FormulaVocabulary = z.object({
  functions: z.array(Both.extend({ name: z.string(), signature: z.string(), example: z.string() })),
  accounts: z.array(Named),
  tags: z.array(Named),
  lines: z.array(Named),
  /** With the figure in force where it does not depend on a case. */
  rates: z.array(Named),
  params: z.array(Named),
  cells: z.array(Named.extend({ unit: Unit })),
  registers: z.array(Named.extend({ columns: z.array(Named) })),
})
export type FormulaVocabulary = z.output<typeof FormulaVocabulary>

/** Cells that stand beside the papers and that formulas may name: a template's own. */
const BesideCell = z.object({ cell: z.string().max(100), label: z.string().max(200), unit: Unit })
const Formula = {
  expression: Expression,
  unit: Unit,
  /** The cell it stands in, `C15.allowed` or `D08.cost@row`: circles through it are found, same-row references understood. */
  cell: z.string().max(200).optional(),
  cells: z.array(BesideCell).max(5_000).optional(),
}

export const CheckedFormula = z.object({
  ok: z.boolean(),
  /** money, ratio, number, bool, text; null if it cannot be read. */
  kind: z.string().nullable(),
  /** The formula in the reader's language. */
  words: z.string(),
  problems: z.array(FormulaProblem),
})

/** One reading of the ledger by the formula, with its first rows. */
export const PreviewAtom = z.object({
  text: z.string(),
  rows: count,
  sum: money.nullable(),
  balance: z.boolean(),
  lines: z.array(Line),
  accounts: z.array(Account),
})
export const FormulaPreview = z.object({
  status: z.enum(['ok', 'missing', 'error']),
  /** Yuan for money, otherwise exact decimal text. */
  value: z.string().nullable(),
  /** Why it is missing or failing. */
  reason: z.string(),
  words: z.string(),
  atoms: z.array(PreviewAtom),
  /** Cells it read. */
  inputs: z.array(z.object({ cell: z.string(), label: z.string(), value: z.string().nullable() })),
})
export type FormulaPreview = z.output<typeof FormulaPreview>

export const binding = {
  vocabulary: get('/sc-llm/binding/vocabulary', {
    may: 'paper.view',
    says: 'Every name a formula may use, with what it is called in both languages',
    input: z.object({ year: z.coerce.number().int().min(2000).max(2100).optional() }),
    output: FormulaVocabulary,
    network: true,
  }),
  check: post('/sc-llm/binding/check', {
    may: 'paper.view',
    says: 'Whether a formula can be computed; what is wrong and where, in words',
    input: z.object(Formula),
    output: CheckedFormula,
    network: true,
  }),
  checkAll: post('/sc-llm/binding/checkAll', {
    may: 'docFile.edit',
    says: 'All formulas of a template at once: also cells and return cells filled twice, and circles',
    input: z.object({
      bindings: z
        .array(
          z.object({
            cell: z.string().max(200),
            expression: Expression,
            unit: Unit,
            feeds: z.array(z.string().max(40)).max(10).default([]),
          }),
        )
        .max(5_000),
    }),
    output: z.object({ ok: z.boolean(), problems: z.array(FormulaProblem.extend({ cell: z.string() })) }),
    network: true,
  }),
  preview: post('/sc-llm/binding/preview', {
    may: 'paper.view',
    says: "A formula's value on a project's ledger, with the first rows behind it; nothing is kept",
    input: z.object({ projectId: id, ...Formula }),
    output: FormulaPreview,
    network: true,
  }),
  translate: post('/sc-llm/binding/translate', {
    may: 'paper.view',
    says: "A formula of 用友 UFO or 金蝶 in Digao's language, with what could not be translated and why",
    input: z.object({ formula: Expression, dialect: z.enum(['ufo', 'kingdee']) }),
    output: z.object({
      /** Null if nothing could be translated. */
      expression: z.string().nullable(),
      /** What a person should know or check about the translation. */
      notes: z.array(z.string()),
      problems: z.array(FormulaProblem),
    }),
  }),
}
