import type { z } from 'zod'
import type { Figure, Source, ToolName } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'

/** For whom a tool runs: it sees what this person sees, and of projects the one that is named. */
export type ToolAsker = {
  kernel: Kernel
  user: User
  /** The project that is talked about. Without one, tools over a project take its id as input. */
  projectId?: string | null
  /** Knowledge bases to look in; without them all he may read. */
  baseIds?: readonly string[]
  language?: Language
  signal?: AbortSignal
}

/** What a tool found. `text` is what a model reads, at most `TOOL_TEXT` characters; `data` is for a screen. */
export type ToolAnswer = {
  ok: boolean
  text: string
  data: unknown
  sources: Source[]
  figures: Figure[]
}
export const TOOL_TEXT = 8000

/** What a tool gives before it is cut and closed. */
export type ToolFinding = { text: string; data?: unknown; sources?: Source[]; figures?: Figure[] }

/** A read-only tool, as models and MCP clients are told of it. `title` is for people, in the asker's language. */
export type Tool = {
  name: ToolName
  title: string
  description: string
  /** JSON schema of the input. */
  schema: Record<string, unknown>
}

/** How a tool is made: what it takes, and what it does with the person's own permissions. Throws `Refusal`. */
export type ToolMaker<Input extends z.ZodObject = z.ZodObject> = {
  name: ToolName
  title: { zh: string; en: string }
  description: string
  input: Input
  /** Whether this person may use it at all. */
  offered: (user: User) => boolean
  run: (asker: ToolAsker, input: z.output<Input>) => Promise<ToolFinding>
}
