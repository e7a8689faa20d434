import type { Field, Values } from '#engine/calculator/work.ts'
import { pastedCells } from '../paper/paper-edits.ts'

/** What a heading says, without marks, units and spaces. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|[\s*%:_-]/g, '')
    .toLowerCase()

const namesOf = ({ key, label }: Field) => [key, label.zh, label.en].map(bare)

/** Whether a text says that tax is in the amount or out of it; undefined where it says neither. */
function taxSaid(text: string): 'with' | 'without' | undefined {
  const plain = text.normalize('NFKC').toLowerCase()
  if (/不含[^)]*税|未税|除税|without vat|without tax|excl/.test(plain)) return 'without'
  return /含[^)]*税|with vat|with tax|incl/.test(plain) ? 'with' : undefined
}

/** Whether a heading names a field. An amount with tax never stands for one without, whatever else they are called. */
function isNamed(cell: string, field: Field): boolean {
  const [heading, asked] = [taxSaid(cell), taxSaid(field.label.zh)]
  const read = bare(cell)
  if (read === '' || (heading && asked && heading !== asked)) return false
  const names = namesOf(field)
  return names.includes(read) || (heading === asked && names.includes(read.replace(/^不?含(?:增值)?税/, '')))
}

const yes = new Set(['1', 'true', '是', 'yes', 'y', '√'])

/** A cell as its field keeps it: the value of a choice by its words, a day as `yyyy-MM-dd`, a flag that is set as `1`. */
function valueOf({ kind, options }: Field, text: string): string {
  if (kind === 'choice')
    return options?.find(({ value, label }) => [value, label.zh, label.en].includes(text))?.value ?? text
  if (kind === 'flag') return yes.has(text.toLowerCase()) ? '1' : ''
  const day = kind === 'day' ? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) : null
  return day ? `${day[1]}-${day[2]?.padStart(2, '0')}-${day[3]?.padStart(2, '0')}` : text
}

/** How far down a row of headings is looked for. */
const HEADING_WITHIN = 10

/** What the columns of a heading row ask; of two columns of one name the first. */
function fieldsOf(fields: readonly Field[], row: readonly string[]): (Field | undefined)[] {
  const found = row.map((cell) => fields.find((field) => isNamed(cell, field)))
  return found.map((field, at) => (found.indexOf(field) === at ? field : undefined))
}

export type MatchedRows = { rows: Values[]; columns: Field[]; cut: boolean }

/**
 * Rows of a pasted table as the values of fields: by their headings where one of the first rows holds any (titles may stand
 * above it), else in the order of the fields. Columns nobody asks for are left out, empty rows too.
 */
export function matchRows(fields: readonly Field[], cells: readonly (readonly string[])[], max: number): MatchedRows {
  const headings = cells.slice(0, HEADING_WITHIN).map((row) => fieldsOf(fields, row))
  const matches = headings.map((row) => row.filter((field) => field !== undefined).length)
  const most = Math.max(0, ...matches)
  const heading = matches.indexOf(most)
  const columns = (most > 0 ? headings[heading] : cells[0]?.map((_, at) => fields[at])) ?? []
  const body = cells.slice(most > 0 ? heading + 1 : 0).filter((row) => row.some((cell) => cell.trim() !== ''))
  return {
    columns: columns.filter((field) => field !== undefined),
    cut: body.length > max,
    rows: body
      .slice(0, max)
      .map((row) =>
        Object.fromEntries(
          columns.flatMap((field, at) => (field ? [[field.key, valueOf(field, (row[at] ?? '').trim())]] : [])),
        ),
      ),
  }
}

/** Cells of a pasted text: tabs as from a spreadsheet, else commas. */
export function cellsOfText(text: string): string[][] {
  const whole = text.replace(/^﻿/, '')
  return whole.includes('\t') ? pastedCells(whole) : commaCells(whole)
}

function commaCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /"((?:[^"]|"")*)"(?=[,\r\n]|$)|([^,\r\n]*)/y
  for (let at = 0; at <= text.length;) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    rows.at(-1)?.push(match?.[1] === undefined ? (match?.[2] ?? '') : match[1].replaceAll('""', '"'))
    at += match?.[0].length ?? 0
    if (at >= text.length) break
    const line = text.startsWith('\r\n', at) ? 2 : text[at] === ',' ? 0 : 1
    at += line || 1
    if (line > 0 && at >= text.length) break
    if (line > 0) rows.push([])
  }
  return rows
}

/** A number from a workbook without the dust of floating point; days as `yyyy-MM-dd`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'number') return Math.abs(value) < 1e15 ? value.toFixed(8).replace(/\.?0+$/, '') : String(value)
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'string' ? value : ''
}
