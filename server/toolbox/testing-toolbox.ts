import type { z } from 'zod'
import { file } from '#contract/file.ts'
import { TOOL_FILE, type ToolOrder, type ToolRun, toolRun } from '#contract/tool-run.ts'
import type { Caller } from '#server/kernel/testing.ts'

export type Handed = { name: string; content: Buffer | string; folder?: string }

/** Hands files to a tool; answers their ids in order. */
export async function handed(caller: Caller, files: readonly Handed[]): Promise<{ id: string; folder: string }[]> {
  const given: { id: string; folder: string }[] = []
  for (const { name, content, folder = '' } of files) {
    const owner = { purpose: TOOL_FILE, ownerId: caller.userId }
    const { id } = await caller.upload(file.upload, owner, { name, content })
    given.push({ id, folder })
  }
  return given
}

/** Runs a tool over files and waits for its end; answers the run. */
export async function ran(
  caller: Caller,
  files: readonly Handed[],
  order: z.input<typeof ToolOrder>,
): Promise<ToolRun> {
  const { id, jobId } = await caller(toolRun.start, { files: await handed(caller, files), order })
  await caller.done(jobId, 90)
  return caller(toolRun.detail, { id })
}

/** The bytes of what came of one file of a run. */
export async function resultOf(caller: Caller, { outcomes, outputs }: ToolRun, name?: string): Promise<Buffer> {
  const id = name === undefined ? outputs[0]?.id : outcomes.find((one) => one.name === name)?.fileId
  const { body } = await caller.download(file.download, { id: id ?? '' })
  return body
}
