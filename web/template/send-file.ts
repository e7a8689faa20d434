import type { z } from 'zod'
import { paperTemplate } from '#contract/paper-template.ts'
import { queries } from '#web/kernel/api.ts'
import { ask } from '#web/kernel/gateway.ts'

const RESOURCE = 'llmKnowledgeSwsDocTemplate'

async function sent<E extends { path: string; output: z.ZodType }>(
  { path, output }: E,
  fields: Record<string, string>,
  file: File,
): Promise<z.output<E['output']>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  const said = output.parse(await ask({ method: 'POST', path, body: form })) as z.output<E['output']>
  await queries.invalidateQueries({ queryKey: [RESOURCE] })
  return said
}

/** Sends a spreadsheet as a new template. Throws CallError when refused. */
export const sendTemplate = (name: string, category: string, file: File) =>
  sent(paperTemplate.create, { name, category }, file)

/** Sends a newer spreadsheet into the draft. Throws CallError when refused. */
export const sendNewer = (id: string, rev: number, file: File) =>
  sent(paperTemplate.replace, { id, rev: String(rev) }, file)
