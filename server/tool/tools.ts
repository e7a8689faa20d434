import { z } from 'zod'
import { say } from '#contract/errors.ts'
import { ToolName } from '#contract/tool-source.ts'
import type { User } from '#server/kernel/service.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { refusalFor } from '#server/kernel/failure.ts'
import { parseInput } from '#server/kernel/input.ts'
import { inLanguage } from '../paper/stored-cell.ts'
import { readFile } from './file-tool.ts'
import { knowledgeSearch, lawLookup } from './law-tools.ts'
import { ledgerBalance, ledgerDetail, voucherTool } from './ledger-tools.ts'
import { paperCell, returnLine } from './paper-tools.ts'
import { listProjects } from './project-tool.ts'
import { languageOf } from './read-call.ts'
import { calculate, taxCalculator } from './reckon-tools.ts'
import { cutText, MOST_FIGURES } from './tool-text.ts'
import type { Tool, ToolAnswer, ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

/** A tool with its input closed in: what comes from outside is checked before the tool sees it. */
type Entry = {
  maker: Pick<ToolMaker, 'name' | 'title' | 'description'>
  schema: Record<string, unknown>
  offered: (user: User) => boolean
  run: (asker: ToolAsker, raw: unknown) => Promise<ToolFinding>
}

function entry<Input extends z.ZodObject>(maker: ToolMaker<Input>): Entry {
  const { name, title, description, input, offered } = maker
  return {
    maker: { name, title, description },
    schema: z.toJSONSchema(input, { io: 'input' }),
    offered,
    run: (asker, raw) => maker.run(asker, parseInput(input, raw, languageOf(asker))),
  }
}

const entries: readonly Entry[] = [
  entry(ledgerBalance),
  entry(ledgerDetail),
  entry(voucherTool),
  entry(paperCell),
  entry(returnLine),
  entry(lawLookup),
  entry(calculate),
  entry(taxCalculator),
  entry(knowledgeSearch),
  entry(readFile),
  entry(listProjects),
]

/** Under the asker: what his grants allow; where one project is talked about, no way to others. */
const offered = (asker: ToolAsker): Entry[] =>
  entries.filter((one) => one.offered(asker.user) && !(asker.projectId && one.maker.name === 'list_projects'))

/** In a conversation about a project no tool takes the id of one. */
function schemaFor(asker: ToolAsker, schema: Record<string, unknown>): Record<string, unknown> {
  if (!asker.projectId) return schema
  const { projectId: _, ...properties } = (schema['properties'] ?? {}) as Record<string, unknown>
  return { ...schema, properties }
}

/** The tools this person may use, with titles in his language. */
export const toolsFor = async (asker: ToolAsker): Promise<Tool[]> =>
  offered(asker).map(({ maker: { name, title, description }, schema }) => ({
    name,
    title: inLanguage(title, languageOf(asker)),
    description,
    schema: schemaFor(asker, schema),
  }))

/**
 * Runs a tool with the asker's own permissions. `rawInput`: what came from outside, checked here; a JSON text or its value. A refusal or a wrong
 * input is `ok: false` with words, and so is a fault of ours, which is logged; only an abort is thrown.
 */
export async function runTool(asker: ToolAsker, name: string, rawInput: unknown): Promise<ToolAnswer> {
  const language = languageOf(asker)
  asker.signal?.throwIfAborted()
  const known = ToolName.safeParse(name)
  const tool = known.success ? offered(asker).find(({ maker }) => maker.name === known.data) : undefined
  if (!tool) return refused(say('toolUnknown', language, { name: name.slice(0, 60) }))
  try {
    const { text, data = null, sources = [], figures = [] } = await tool.run(asker, valueOf(rawInput))
    return { ok: true, text: cutText(text, language), data, sources, figures: figures.slice(0, MOST_FIGURES) }
  } catch (error) {
    if (asker.signal?.aborted) throw error
    const refusal = refusalFor(error)
    // one tool that fails ends no answer, and what went wrong inside is for nobody outside to read
    if (!refusal) asker.kernel.log.error({ err: error, tool: name }, 'a tool failed')
    return refused((refusal ?? new Refusal('failed')).says(language))
  }
}

const refused = (text: string): ToolAnswer => ({ ok: false, text, data: null, sources: [], figures: [] })

/** Models write JSON as text, sometimes nothing at all for no arguments. */
function valueOf(raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === '') return {}
  if (typeof raw !== 'string') return raw
  try {
    return JSON.parse(raw)
  } catch {
    throw new Refusal('toolBadInput')
  }
}
