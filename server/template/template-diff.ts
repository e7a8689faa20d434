import type { TemplateCell, TemplateDiff, TemplatePaper } from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import { addressOf } from './scan-book.ts'

/** One version of a template, whole. */
export type VersionContents = { book: SheetBook; papers: readonly TemplatePaper[]; cells: readonly TemplateCell[] }

/** How many differences of printed text are listed; all are counted. */
const MOST_TEXTS = 300

const fieldsOf = ({
  row,
  column,
  expression,
  unit,
  label,
  feeds,
  rule,
  note,
}: TemplateCell): Record<string, string> => ({
  expression,
  unit,
  place: addressOf(row, column),
  labelZh: label.zh,
  labelEn: label.en,
  feeds: feeds.join(' '),
  rule,
  note,
})

/** Papers, bound cells and printed cells that were added, removed or changed from one version to another. */
export function templateDiff(before: VersionContents, after: VersionContents): TemplateDiff {
  return { papers: paperChanges(before, after), cells: cellChanges(before, after), ...textChanges(before, after) }
}

type Pairs<T> = { key: string; old: T | undefined; now: T | undefined }[]
function pairs<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): Pairs<T> {
  const old = new Map(before.map((one) => [keyOf(one), one]))
  const now = new Map(after.map((one) => [keyOf(one), one]))
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => ({ key, old: old.get(key), now: now.get(key) }))
}
const kindOf = (old: unknown, now: unknown) => (old === undefined ? 'added' : now === undefined ? 'removed' : 'changed')

const nameOf = (paper: TemplatePaper | undefined) => paper?.name.zh ?? ''

function paperChanges(before: VersionContents, after: VersionContents): TemplateDiff['papers'] {
  return pairs(before.papers, after.papers, ({ paperId }) => paperId).flatMap(({ key: paperId, old, now }) =>
    old && now && old.name.zh === now.name.zh && old.name.en === now.name.en
      ? []
      : [{ kind: kindOf(old, now), paperId, before: nameOf(old), after: nameOf(now) } as const],
  )
}

function cellChanges(before: VersionContents, after: VersionContents): TemplateDiff['cells'] {
  const blank = { zh: '', en: '' }
  return pairs(before.cells, after.cells, ({ paperId, key }) => `${paperId}.${key}`).flatMap(
    ({ key: cell, old, now }) => {
      const [was, is] = [old ? fieldsOf(old) : {}, now ? fieldsOf(now) : {}]
      const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
        .map((field) => ({ field, before: was[field] ?? '', after: is[field] ?? '' }))
        .filter((field) => field.before !== field.after)
      if (fields.length === 0) return []
      return [{ kind: kindOf(old, now), cell, label: (now ?? old)?.label ?? blank, fields } as const]
    },
  )
}

/** What each printed cell says, by paper and place. */
function textsOf({ book, papers }: VersionContents): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { sheet, paperId } of papers)
    for (const { r, c, v, f } of book.sheets.find(({ id }) => id === sheet)?.cells ?? []) {
      const text = f === undefined ? String(v ?? '') : `=${f}`
      if (text !== '') texts.set(`${paperId}!${addressOf(r, c)}`, text)
    }
  return texts
}

function textChanges(before: VersionContents, after: VersionContents): Pick<TemplateDiff, 'printed' | 'texts'> {
  const [was, is] = [textsOf(before), textsOf(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((place) => was.get(place) !== is.get(place))
  const texts = changed.slice(0, MOST_TEXTS).map((place) => {
    const [paperId = '', cell = ''] = place.split('!')
    return { paperId, cell, before: was.get(place) ?? '', after: is.get(place) ?? '' }
  })
  return { printed: changed.length, texts }
}
