import { type CellStyle, type DataValidation, rangeRef, writeXlsx } from 'hucre/xlsx'
import type { Language, Text } from '#contract/texts.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage, sheetName } from './export-job.ts'
import { MOST_ROWS } from './import-file.ts'
import type { ReadRow } from './import-rows.ts'
import type { ImportColumn, ListImport } from './list-import.ts'
import { fittingText, safeText } from './safe-text.ts'

const says = {
  instruction: {
    zh: '从第 3 行开始填写，每行一条；带 * 的列必填；有下拉的列请从下拉中选择。一次最多 {rows} 行。',
    en: 'Fill in from row 3, one record a row; columns with * are required; choose from the drop-downs where there are any. At most {rows} rows.',
  },
  notes: { zh: '填写说明', en: 'Notes' },
  choices: { zh: '选项', en: 'Choices' },
  column: { zh: '列', en: 'Column' },
  required: { zh: '必填', en: 'Required' },
  example: { zh: '示例', en: 'Example' },
  yes: { zh: '是', en: 'Yes' },
  notListed: { zh: '请从下拉中选择', en: 'Please choose from the list' },
  reason: { zh: '错误原因', en: 'Reason' },
  errorRows: { zh: '需要改正的行', en: 'Rows to correct' },
} as const satisfies Record<string, Text>

const font = { name: '微软雅黑', size: 10 }
const head: CellStyle = {
  font: { ...font, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F3F1EB' } },
}
const second: CellStyle = { font: { ...font, color: { rgb: '5C6066' } } }
const seal: CellStyle = { font: { ...font, color: { rgb: 'B3261E' } } }

const titled = ({ title, required }: ImportColumn, language: Language) =>
  inLanguage(title, language) + (required ? ' *' : '')

/** An empty workbook for a list: a line of instruction, headings, drop-downs, and a sheet of notes with examples. */
export async function templateFile(context: Context, list: ListImport): Promise<Uint8Array> {
  const { language } = context
  const word = (key: keyof typeof says) => inLanguage(says[key], language)
  const choices: string[][] = []
  const validations: DataValidation[] = []
  for (const [at, column] of list.columns.entries()) {
    const labels = column.options ? (await column.options(context)).map(({ label }) => label) : []
    if (labels.length === 0) continue
    const source = choices.push([inLanguage(column.title, language), ...labels]) - 1
    const place = rangeRef(1, source, labels.length, source).replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2')
    validations.push({
      type: 'list',
      formula1: `'${word('choices')}'!${place}`,
      range: rangeRef(2, at, MOST_ROWS + 1, at),
      allowBlank: !column.required,
      showErrorMessage: true,
      errorMessage: word('notListed'),
    })
  }
  const hint = list.hint ? ` ${inLanguage(list.hint, language)}` : ''
  const instruction = word('instruction').replace('{rows}', String(MOST_ROWS)) + hint
  const longest = Math.max(0, ...choices.map(({ length }) => length))
  return writeXlsx({
    sheets: [
      {
        name: sheetName(inLanguage(list.title, language)),
        columns: list.columns.map(({ width = 16 }) => ({ width, numFmt: '@' })),
        rows: [[instruction], list.columns.map((column) => titled(column, language))],
        cells: new Map<string, { style: CellStyle }>([
          ['0,0', { style: second }],
          ...list.columns.map((_, at) => [`1,${at}`, { style: head }] as const),
        ]),
        freezePane: { rows: 2 },
        dataValidations: validations,
      },
      {
        name: word('notes'),
        columns: [{ width: 24 }, { width: 10 }, { width: 40 }],
        rows: [
          [word('column'), word('required'), word('example')],
          ...list.columns.map((column) => [
            inLanguage(column.title, language),
            column.required ? word('yes') : '',
            column.example ?? '',
          ]),
        ],
        cells: new Map([0, 1, 2].map((at) => [`0,${at}`, { style: head }] as const)),
        freezePane: { rows: 1 },
      },
      ...(choices.length === 0
        ? []
        : [
            {
              name: word('choices'),
              hidden: true,
              rows: Array.from({ length: longest }, (_, row) => choices.map((column) => column[row] ?? null)),
            },
          ]),
    ],
    defaultFont: font,
  })
}

type ErrorRows = { title: Text; heads: readonly string[]; rows: readonly ReadRow[]; language: Language }

/** The person's rows as he sent them, with a column that says what to correct; text stays text. */
export function errorFile({ title, heads, rows, language }: ErrorRows): Promise<Uint8Array> {
  const kept = heads.filter((text) => text !== says.reason.zh && text !== says.reason.en)
  const at = heads.flatMap((text, index) => (kept.includes(text) ? [index] : []))
  const width = kept.length
  return writeXlsx({
    sheets: [
      {
        name: sheetName(`${inLanguage(title, language)} ${inLanguage(says.errorRows, language)}`),
        columns: [...kept.map(() => ({ width: 18, numFmt: '@' })), { width: 60, numFmt: '@' }],
        rows: [
          [...kept, inLanguage(says.reason, language)],
          ...rows.map(({ cells, reasons }) => [
            ...at.map((index) => safeText(fittingText(cells[index] ?? ''))),
            reasons.join(language === 'en' ? '; ' : '；'),
          ]),
        ],
        cells: new Map([
          ...Array.from({ length: width + 1 }, (_, column) => [`0,${column}`, { style: head }] as const),
          ...rows.map((_, row) => [`${row + 1},${width}`, { style: seal }] as const),
        ]),
        freezePane: { rows: 1 },
      },
    ],
    defaultFont: font,
  })
}
