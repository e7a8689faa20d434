import { z } from 'zod'
import { day, knowledgeKinds, type KnowledgeAnchor, type Passage } from '#contract/knowledge.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import { inForce, type Rule } from '#engine/taxlaw/rule-pack.ts'
import { rulePack } from '#facts/facts.ts'
import { caseWord, rateWord } from '#facts/rule-pack.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { search } from '../knowledge/retrieve.ts'
import { inLanguage } from '../paper/stored-cell.ts'
import { languageOf } from './read-call.ts'
import { mayRead, openProject } from './tool-project.ts'
import { asData, plain } from './tool-text.ts'
import type { ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

/** The day whose law counts where none is named: the end of the year of the project that is talked about, once it is past; else today. */
async function dayFor(asker: ToolAsker): Promise<string> {
  const today = wallTime(new Date()).slice(0, 10)
  const reads = asker.projectId && mayRead('project.view')(asker.user)
  const yearEnd = reads ? `${(await openProject(asker, undefined, 'project.view')).year}-12-31` : today
  return yearEnd < today ? yearEnd : today
}

/** Where a passage stands in its document, in words. */
export function anchorText(anchor: KnowledgeAnchor, language: Language): string {
  if (anchor.kind === 'article') return [anchor.article, anchor.item].filter(Boolean).join(' ')
  if (anchor.kind === 'page') return language === 'en' ? `page ${anchor.page}` : `第${anchor.page}页`
  // a table inside a text is on no sheet
  if (anchor.kind === 'cells') return [anchor.sheet, anchor.range].filter(Boolean).join('!')
  const [from, to] = anchor.paragraphs
  const at = language === 'en' ? `paragraph ${from}` : from === to ? `第${from}段` : `第${from}–${to}段`
  return [anchor.heading, at].filter(Boolean).join(' · ')
}

const MOST_QUOTED = 600

/** A passage as a source: its place opens the very version it was taken from. */
export const passageSource = (passage: Passage, language: Language): Source => ({
  kind: passage.kind === 'law' ? 'law' : 'passage',
  title: plain([passage.documentName, passage.number].filter(Boolean).join(' ')),
  place: `/knowledge/llmKnowledgeDoc?${new URLSearchParams({ 'v.place': passage.chunkId }).toString()}`,
  quote: plain(passage.text, MOST_QUOTED),
  at: plain(anchorText(passage.anchor, language)),
})

const standings = {
  inForce: { zh: '有效', en: 'in force' },
  notYet: { zh: '尚未施行', en: 'not yet in force' },
  expired: { zh: '已失效', en: 'expired' },
  unknown: { zh: '施行日期不明', en: 'dates unknown' },
} as const

function passageText(passage: Passage, number: number, language: Language): string {
  const standing = inLanguage(standings[passage.standing], language)
  const replaced = passage.superseded ? (language === 'en' ? ', superseded' : '，已被取代') : ''
  return [
    `[${number}] ${plain(passage.documentName)} ${passage.number} ${plain(anchorText(passage.anchor, language))} (${standing}${replaced})`,
    plain(passage.text, MOST_QUOTED),
  ].join('\n')
}

const searchInput = z.object({
  query: z.string().trim().min(1).max(500),
  kinds: z.array(z.enum(knowledgeKinds)).max(5).optional().describe('Kinds of bases; all if left out'),
  inForceOn: day.optional().describe('Only what was in force on this day'),
  limit: z.int().min(1).max(20).default(8),
})

export const knowledgeSearch: ToolMaker<typeof searchInput> = {
  name: 'knowledge_search',
  title: { zh: '检索知识库', en: 'Search knowledge' },
  description: 'Passages of the knowledge bases for a question, each with its document and place. Cite by the number in brackets.', // prettier-ignore
  input: searchInput,
  offered: mayRead('docFile.view'),
  run: (asker, input) => passagesFor(asker, input),
}

type Wanted = { query: string; kinds?: (typeof knowledgeKinds)[number][] | undefined; inForceOn?: string | undefined; limit: number } // prettier-ignore

async function passagesFor(asker: ToolAsker, { query, kinds, inForceOn, limit }: Wanted): Promise<ToolFinding> {
  const language = languageOf(asker)
  const { passages, legs } = await search(asker, {
    query,
    limit,
    ...(kinds && { kinds }),
    ...(inForceOn !== undefined && { inForceOn }),
    ...(asker.baseIds && { baseIds: [...asker.baseIds] }),
    ...(asker.projectId && { projectId: asker.projectId }),
    ...(asker.signal && { signal: asker.signal }),
  })
  const none = language === 'en' ? 'Nothing was found in the knowledge bases.' : '知识库中没有找到。'
  const texts = passages.map((passage, at) => passageText(passage, at + 1, language))
  return {
    text: passages.length === 0 ? none : [asData(language), ...texts].join('\n\n'),
    data: { passages, legs },
    sources: passages.map((passage) => passageSource(passage, language)),
  }
}

const lawInput = z.object({
  question: z.string().trim().min(1).max(500).describe('A question, a document number (财税〔2015〕119号), or a law and its article'), // prettier-ignore
  inForceOn: day
    .optional()
    .describe(
      'The day that counts, e.g. the last day of the tax year; if left out the end of the project’s year, without a project today',
    ),
})

export const lawLookup: ToolMaker<typeof lawInput> = {
  name: 'law_lookup',
  title: { zh: '查法规', en: 'Law' },
  description:
    'Articles of law and notices for a question or a document number, as they stood on a day, and the tax rules that the working papers apply, with their rates and legal basis.',
  input: lawInput,
  offered: mayRead('docFile.view'),
  async run(asker, { question, inForceOn }) {
    const language = languageOf(asker)
    const on = inForceOn ?? (await dayFor(asker))
    const rules = rulesFor(question, Number(on.slice(0, 4)))
    const found = await passagesFor(asker, { query: question, kinds: ['law', 'policy'], inForceOn: on, limit: 8 })
    const passages = found.sources?.length ?? 0
    const texts = rules.map((rule, at) => ruleText(rule, passages + at + 1, { language, on }))
    const head = language === 'en' ? `As of ${on}` : `按 ${on} 有效的规定`
    const applied = language === 'en' ? 'Rules the papers apply:' : '底稿所用规则：'
    return {
      text: [head, found.text, ...(texts.length > 0 ? [applied, ...texts] : [])].join('\n\n'),
      data: { on, ...(found.data as object), rules: rules.map(({ id }) => id) },
      sources: [...(found.sources ?? []), ...rules.map((rule) => ruleSource(rule, language))],
    }
  },
}

const ruleName = (rule: Rule, language: Language) => (language === 'en' ? rule.nameEn : rule.name)
const basisOf = ({ basis }: Rule) => basis.map(({ doc, article }) => `${doc} ${article ?? ''}`.trim())

const ruleSource = (rule: Rule, language: Language): Source => ({
  kind: 'law',
  title: ruleName(rule, language),
  place: `/rule-pack/index?${new URLSearchParams({ 'v.rule': rule.id }).toString()}`,
  quote: plain(inLanguage(rule.formula, language), MOST_QUOTED),
  at: plain(basisOf(rule).join('; ')),
})

function ruleText(rule: Rule, number: number, { language, on }: { language: Language; on: string }): string {
  const rates = rulePack.rates
    .filter((rate) => rate.rule === rule.id && rate.from <= on && (rate.to === null || rate.to >= on))
    .slice(0, 12)
    .map((rate) => {
      const of = rate.case === null ? '' : ` (${inLanguage(caseWord(rule.id, rate.case), language)})`
      return `${inLanguage(rateWord(rule.id, rate.field), language)}${of} = ${rate.value}`
    })
  return [
    `[${number}] ${ruleName(rule, language)} (${rule.id})`,
    plain(inLanguage(rule.formula, language), 500),
    rates.join('; '),
    basisOf(rule).join('; '),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const pairs = (text: string) => {
  const letters = [...text.toLowerCase().matchAll(/[\p{Script=Han}a-z0-9]/gu)].map(([letter]) => letter)
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))
}
const MOST_RULES = 4
const LIKE = 0.4

/** Rules of the papers that a question is about: by name, or by the number of a document they stand on. */
function rulesFor(question: string, year: number): Rule[] {
  const asked = pairs(question)
  const number = /\d{4}\D{1,3}\d+\s*号/.exec(question)?.[0].replaceAll(/\D+/g, ' ').trim()
  const scored = rulePack.rules
    .filter((rule) => inForce(rule, year))
    .map((rule) => {
      const named = [rule.name, rule.nameEn].map((name) => {
        const own = pairs(name.replaceAll(/[（(].*?[)）]/g, ''))
        return own.size === 0 ? 0 : [...own].filter((pair) => asked.has(pair)).length / own.size
      })
      const cites =
        number !== undefined && rule.basis.some(({ doc }) => doc.replaceAll(/\D+/g, ' ').includes(` ${number} `))
      return { rule, score: cites ? 1 : Math.max(...named) }
    })
  return scored
    .filter(({ score }) => score >= LIKE)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_RULES)
    .map(({ rule }) => rule)
}
