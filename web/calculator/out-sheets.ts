import type { Text } from '#contract/texts.ts'
import type { Calculator, Outcome, Shown, Unit, Values } from '#engine/calculator/work.ts'
import { safeText } from '#engine/safe-text.ts'
import { answerColumns, type BatchRow, problemText } from './batch.ts'
import { parameterLines, shownValue } from './shown-value.ts'
import { isAsked } from './start-values.ts'
import { texts } from './texts.ts'
import type { OutCell, OutSheet } from './write-table.ts'

export type Speech = {
  say: (text: Text) => string
  t: (key: keyof typeof texts, params?: Record<string, string | number>) => string
  /** What a figure of the law is called. */
  nameOf: (id: string, chosen: string | null) => string
}
type Done = Extract<Outcome, { kind: 'done' }>

/** Places a rate needs to be read whole in percent: `0.00025` is 0.025 %. */
const placesOf = (value: string) => Math.max(0, (value.split('.')[1] ?? '').replace(/0+$/, '').length - 2)

/** A value as a cell: amounts, counts and rates as numbers as long as a spreadsheet holds them exactly, the rest as text. */
function cell(value: Shown, unit: Unit, { say }: Speech): OutCell {
  if (typeof value !== 'string') return safeText(say(value))
  const exact = /^-?\d{1,13}(\.\d+)?$/.test(value)
  if (exact && unit === 'percent' && placesOf(value) <= 6) {
    const places = placesOf(value)
    return { value: Number(value), format: `0${places > 0 ? `.${'0'.repeat(places)}` : ''}%` }
  }
  return exact && (unit === 'money' || unit === 'count') ? Number(value) : safeText(shownValue(value, unit, say))
}

/** What a person wrote, as it reads: the words of a choice, yes for a flag. */
function written({ fields }: Calculator, values: Values, { say, t }: Speech): (readonly [string, string])[] {
  return fields
    .filter((field) => isAsked(field, values))
    .map((field) => {
      const value = values[field.key] ?? ''
      const option = field.options?.find((one) => one.value === value)
      const read = option
        ? say(option.label)
        : field.kind === 'flag'
          ? t(value === '1' ? 'yes' : 'no')
          : safeText(value)
      return [say(field.label), read] as const
    })
}

export type Given = { calculator: Calculator; title: string; values: Values; outcome: Done }

/** A result as the sheets of a file: input and result, steps, law, then its tables. */
export function sheetsOf({ calculator, title, values, outcome }: Given, speech: Speech): OutSheet[] {
  const { say, t, nameOf } = speech
  return [
    {
      name: t('inputSheet'),
      widths: [36, 28],
      rows: [
        [title, ''],
        ...written(calculator, values, speech),
        ['', ''],
        [t('result'), ''],
        ...outcome.answers.map(({ label, value, unit }) => [say(label), cell(value, unit, speech)] as const),
        ['', ''],
        ...outcome.notes.map((note) => [say(note), ''] as const),
        [t('rounding', { says: say(calculator.rounding) }), ''],
      ],
    },
    ...(outcome.steps.length > 0
      ? [
          {
            name: t('steps'),
            widths: [30, 60, 20],
            rows: [
              [t('step'), t('formula'), t('value')],
              ...outcome.steps.map(({ label, formula, value, unit }) => [
                safeText(say(label)),
                formula,
                cell(value, unit, speech),
              ]),
            ],
          },
        ]
      : []),
    ...(outcome.used.length > 0
      ? [
          {
            name: t('law'),
            widths: [28, 40, 26, 60, 12],
            rows: [
              [t('lawFigure'), t('lawValue'), t('lawPeriod'), t('lawBasis'), t('lawStanding')],
              ...outcome.used.map((used) => [
                nameOf(used.id, used.case),
                parameterLines(used, t).join('; '),
                used.to === null ? t('since', { from: used.from }) : t('fromTo', { from: used.from, to: used.to }),
                used.basis.map(({ doc, article }) => `${doc}${article ? ` ${article}` : ''}`).join('; '),
                t(used.certainty === 'verified' ? 'standing_verified' : 'standing_verify'),
              ]),
            ],
          },
        ]
      : []),
    ...outcome.tables.map((table) => ({
      name: say(table.title),
      widths: table.columns.map(() => 20),
      rows: [
        table.columns.map(({ label }) => say(label)),
        ...table.rows.map((row) => table.columns.map(({ key, unit }) => cell(row[key] ?? '', unit, speech))),
      ],
    })),
  ]
}

/** A batch as one sheet: what stood in each row, what came of it. */
export function batchSheet(calculator: Calculator, results: readonly BatchRow[], speech: Speech): OutSheet {
  const { say, t } = speech
  const columns = answerColumns(results)
  const fields = calculator.fields.filter(({ key }) => results.some(({ values }) => (values[key] ?? '') !== ''))
  return {
    name: t('batchResult'),
    rows: [
      [...fields.map(({ label }) => say(label)), ...columns.map(({ label }) => say(label)), t('batchProblem')],
      ...results.map(({ values, outcome }) => [
        ...fields.map(({ key, options }) => {
          const option = options?.find((one) => one.value === values[key])
          return option ? say(option.label) : safeText(values[key] ?? '')
        }),
        ...columns.map(({ key }) => {
          const answer = outcome.kind === 'done' ? outcome.answers.find((one) => one.key === key) : undefined
          return answer ? cell(answer.value, answer.unit, speech) : ''
        }),
        problemText(calculator, outcome, say),
      ]),
    ],
  }
}

/** A result as text for the clipboard: answers, then steps, in columns. */
export function textOf({ title, outcome }: Given, { say }: Speech): string {
  return [
    title,
    ...outcome.answers.map(({ label, value, unit }) => `${say(label)}\t${safeText(shownValue(value, unit, say))}`),
    '',
    ...outcome.steps.map(
      ({ label, formula, value, unit }) => `${safeText(say(label))}\t${formula}\t${shownValue(value, unit, say)}`,
    ),
  ].join('\n')
}
