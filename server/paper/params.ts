import { sql } from 'kysely'
import type { z } from 'zod'
import type { Param as WireParam } from '#contract/paper.ts'
import type { Language } from '#contract/texts.ts'
import type { ParamDefinition } from '#engine/binding/param.ts'
import { fenOf, yuan } from '#engine/money.ts'
import { emptyBooks } from '#engine/workpaper/empty-books.ts'
import { generate } from '#engine/workpaper/generate.ts'
import { wantedParams } from '#engine/workpaper/lineage.ts'
import { paperPack, taxFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { inLanguage } from './stored-cell.ts'
import type { StoredWanted } from './store-generation.ts'

type Answer = string | boolean | readonly string[]
const definitions = new Map(paperPack.parameters.map((definition) => [definition.name, definition]))
const nameOf = (id: string) => id.split('/', 1)[0] ?? id
const keyOf = (id: string) => (id.includes('/') ? id.slice(id.indexOf('/') + 1) : '')

const known = new Map<number, StoredWanted[]>()

/** What the papers of a year ask for whatever the books hold: found by generating from empty books. */
function alwaysWanted(year: number): StoredWanted[] {
  const found = known.get(year) ?? askedOfEmptyBooks(year)
  known.set(year, found)
  return found
}

function askedOfEmptyBooks(year: number): StoredWanted[] {
  const { ledger, relation } = emptyBooks(year)
  const empty = generate({ ledger, relation, facts: taxFacts, params: {}, hash: sha256 })
  return wantedParams(empty, taxFacts).map(({ id, papers, optional }) => ({
    id,
    papers,
    optional,
    suggested: plainSuggestion(id),
  }))
}

/** A suggestion that needs no books: a plain number, yes or no, or a choice. */
function plainSuggestion(id: string): string | null {
  const suggest = definitions.get(nameOf(id))?.suggest
  const formula = suggest?.[keyOf(id)] ?? suggest?.['*'] ?? ''
  return /^(?:-?\d+(?:\.\d+)?|true|false|"\w*")$/.test(formula) ? formula.replaceAll('"', '') : null
}

/** Everything the project's papers ask, by the generation that shows and by the papers themselves. */
async function wantedBy(db: Db, project: ProjectRow): Promise<StoredWanted[]> {
  const generation = project.generation_id
    ? await db.selectFrom('generation').select('wanted').where('id', '=', project.generation_id).executeTakeFirst()
    : undefined
  const of = (generation?.wanted ?? []) as StoredWanted[]
  const seen = new Set(of.map(({ id }) => id))
  return [...of, ...alwaysWanted(project.year).filter(({ id }) => !seen.has(id))]
}

const wireUnits = {
  money: 'money',
  money_list: 'money',
  count: 'count',
  count_list: 'count',
  rate: 'rate',
  bool: 'boolean',
  text: 'text',
} as const

const unitOf = ({ unit }: ParamDefinition) => wireUnits[unit]

/** What the papers ask, each with what was answered; required and unanswered ones first. */
export async function listParams(
  db: Db,
  project: ProjectRow,
  language: Language,
): Promise<z.input<typeof WireParam>[]> {
  const rows = await db
    .selectFrom('project_param')
    .leftJoin('app_user', (on) => on.on(sql`app_user.id::text`, '=', sql.ref('project_param.update_user')))
    .select(['project_param.name', 'value', 'evidence', 'project_param.update_time', 'real_name'])
    .where('project_id', '=', project.id)
    .execute()
  const answers = new Map(rows.map((row) => [row.name, row]))
  const rank = ({ id, optional }: StoredWanted) => (optional ? 2 : 0) + (answers.has(id) ? 1 : 0)
  const wanted = await wantedBy(db, project)
  return wanted
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ id, papers, optional, suggested }) => {
      const definition = definitions.get(nameOf(id))
      if (!definition) return []
      const answer = answers.get(id)
      return {
        name: id,
        label: labelOf(id, definition, language),
        hint: inLanguage(definition.evidence, language),
        unit: unitOf(definition),
        list: definition.unit.endsWith('_list'),
        optional,
        choices: definition.choices.map((choice) => ({ value: choice.value, label: inLanguage(choice, language) })),
        suggested,
        value: answer ? String(answer.value) : null,
        evidence: answer?.evidence ?? '',
        papers: [...papers],
        updateUserName: answer?.real_name ?? '',
        updateTime: answer ? wallTime(answer.update_time) : '',
      }
    })
}

/** The parameter's name, with the part of it that tells it from its likes: which wage, which voucher, which return line. */
export function paramLabel(id: string, language: Language): string {
  const definition = definitions.get(nameOf(id))
  return definition ? labelOf(id, definition, language) : id
}

const keyWords: Readonly<Record<string, { zh: string; en: string }>> = {
  wage: { zh: '工资薪金', en: 'wages' },
  social: { zh: '社会保险费', en: 'social insurance' },
  housing: { zh: '住房公积金', en: 'housing fund' },
}

function labelOf(id: string, definition: ParamDefinition, language: Language): string {
  const label = inLanguage(definition.label, language)
  const key = keyOf(id)
  if (key === '') return label
  const words = keyWords[key]
  const shown = words ? inLanguage(words, language) : /^\d+$/.test(key) ? lineWords(key, language) : key
  return language === 'en' ? `${label} (${shown})` : `${label}（${shown}）`
}

const lineWords = (line: string, language: Language) => (language === 'en' ? `line ${line}` : `第${line}行`)

type Saved = { name: string; value: string | null; evidence: string }

/** Stores answers, or takes back those without a value; all or nothing. Returns what stood before, for the audit. */
export async function saveParams(db: Db, project: ProjectRow, answers: readonly Saved[], language: Language) {
  const wanted = new Set((await wantedBy(db, project)).map(({ id }) => id))
  const before = await db
    .selectFrom('project_param')
    .select(['name', 'value', 'evidence'])
    .where('project_id', '=', project.id)
    .where(
      'name',
      'in',
      answers.map(({ name }) => name),
    )
    .execute()
  for (const { name, value, evidence } of answers) {
    const definition = definitions.get(nameOf(name))
    if (!definition || !wanted.has(name)) throw new Refusal('paperNoParam', { name })
    if (value === null || value.trim() === '') {
      await db.deleteFrom('project_param').where('project_id', '=', project.id).where('name', '=', name).execute()
      continue
    }
    const label = labelOf(name, definition, language)
    const row = { value: JSON.stringify(answerOf(definition, value, label, language)), evidence }
    const by = { update_user: sql<string>`current_actor()`, update_time: sql<Date>`now()` }
    await db
      .insertInto('project_param')
      .values({ project_id: project.id, name, ...row })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'project_id', 'name']).doUpdateSet({ ...row, ...by }))
      .execute()
  }
  return before
}

/** The answer as formulas read it: decimals in their shortest exact form, so that 8000000 and 8,000,000.00 are one answer. */
/** An answer read from text, as `saveParams` would store it; refused in words. For trying answers without storing them. */
export function readAnswer(id: string, text: string, language: Language): Answer {
  const definition = definitions.get(nameOf(id))
  if (!definition) throw new Refusal('paperNoParam', { name: id })
  return answerOf(definition, text, labelOf(id, definition, language), language)
}

function answerOf(definition: ParamDefinition, text: string, label: string, language: Language): Answer {
  const zh = language !== 'en'
  const refuse = (wanted: string) => new Refusal('paperBadParam', { label, value: text, wanted })
  const money = (part: string) => {
    const fen = fenOf(part.replaceAll(/[\s,，¥￥元]/g, ''))
    if (fen === undefined) throw refuse(zh ? '金额（元，最多两位小数）' : 'an amount in yuan with at most two decimals')
    return yuan(fen)
  }
  const plain = (part: string) => {
    const number = part.trim()
    if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(number)) throw refuse(zh ? '不小于零的数字' : 'a number not below zero')
    return number
  }
  switch (definition.unit) {
    case 'money':
      return money(text)
    case 'count':
    case 'rate':
      return plain(text)
    case 'bool':
      if (text !== 'true' && text !== 'false') throw refuse(zh ? '是或否' : 'yes or no')
      return text === 'true'
    case 'money_list':
    case 'count_list': {
      const parts = text.split(/[,，;；\n]/).map((part) => part.trim())
      // an average of the year's quarters: four averages, five quarter ends, or eight of opening and closing
      if (![4, 5, 8].includes(parts.length))
        throw refuse(zh ? '4、5或8个数，用逗号分隔' : '4, 5 or 8 values, separated by commas')
      return parts.map(definition.unit === 'money_list' ? money : plain)
    }
    case 'text': {
      const { choices } = definition
      if (choices.length > 0 && !choices.some(({ value }) => value === text)) {
        throw refuse(choices.map((choice) => inLanguage(choice, language)).join(zh ? '、' : ', '))
      }
      return text
    }
  }
}
