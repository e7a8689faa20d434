import type { Source } from '#contract/tool-source.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { OutsideCall } from '../access-token/outside-call.ts'
import { namelessPlace, outsideMask } from '../access-token/outside-mask.ts'
import { languageOf } from '../tool/read-call.ts'
import type { ToolAnswer, ToolAsker } from '../tool/tool.ts'
import { runTool } from '../tool/tools.ts'

export const MOST_LINKS = 20

/** The project a call names; empty for none. */
export const projectIn = (input: unknown): string => {
  const id = typeof input === 'object' && input !== null && 'projectId' in input ? input.projectId : ''
  return typeof id === 'string' ? id.slice(0, 36) : ''
}

type ToolCall = { name: string; input: unknown; asker: ToolAsker }

/** What a tool answers; where the firm masks for programs, its tokens are understood and nobody is named in the answer. */
export async function toolAnswer(
  kernel: Kernel,
  call: OutsideCall,
  { name, input, asker }: ToolCall,
): Promise<ToolAnswer> {
  const purpose = 'program.mcp'
  const before = await outsideMask(kernel, call, { purpose })
  if (!before) return runTool(asker, name, input)
  const found = await runTool(asker, name, before.read(input))
  // a tool that answered has proved that the project is within reach
  const projectId = found.ok ? projectIn(input) : ''
  const mask = projectId ? await outsideMask(kernel, call, { purpose, projectId }) : before
  if (!mask) return found
  const sources = found.sources.slice(0, MOST_LINKS)
  // what a table holds without the words that say what it is cannot be masked: its text says the same
  const figures = mask.hides('amount') ? [] : found.figures.slice(0, MOST_LINKS)
  const all = [...sources, ...figures.map(({ source }) => source)]
  const texts = [found.text, ...all.flatMap(wordsOf), ...figures.map(({ label }) => label)]
  try {
    const left = (await mask.leave(texts)).values()
    const next = () => left.next().value ?? ''
    const text = next()
    const named = all.map((source) => withWords(source, [next(), next(), next()]))
    return {
      ok: found.ok,
      text,
      data: null,
      sources: named.slice(0, sources.length),
      figures: figures.map(({ value, unit, source }, at) => ({
        label: next(),
        value,
        unit,
        source: named[sources.length + at] ?? withWords(source, []),
      })),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, text: error.says(languageOf(asker)), data: null, sources: [], figures: [] }
  }
}

const wordsOf = ({ title, quote = '', at = '' }: Source) => [title, quote, at]

const withWords = (source: Source, [title = '', quote = '', at = '']: readonly string[]): Source => ({
  kind: source.kind,
  title,
  place: namelessPlace(source.place),
  ...(quote && { quote }),
  ...(at && { at }),
})
