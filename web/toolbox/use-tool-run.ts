import { useState } from 'react'
import type { z } from 'zod'
import { TOOL_FILE, type ToolOrder, toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import type { Picked } from './picked-files.ts'
import { texts } from './texts.ts'

/** Sends the files and starts the run; answers its id, or nothing where it was refused, which was said. */
export function useToolRun() {
  const t = useTexts(texts)
  const { userId } = useSession()
  const command = useCommand(toolRun.start)
  const [sent, setSent] = useState<{ done: number; of: number }>()
  const start = async (files: readonly Picked[], order: z.input<typeof ToolOrder>): Promise<string | undefined> => {
    setSent({ done: 0, of: files.length })
    const arrived = await Promise.all(
      files.map(async ({ file, fileId, folder }) => {
        const id = fileId ?? (file && (await send(file)))
        setSent((before) => before && { ...before, done: before.done + 1 })
        return id === undefined ? [] : [{ id, folder }]
      }),
    )
    const given = arrived.flat()
    // a file that did not arrive was named: the run would be of others than those on screen
    const whole = given.length === files.length
    const answer = whole ? await command.mutateAsync({ files: given, order }).catch(() => undefined) : undefined
    setSent(undefined)
    if (answer) watchJob(answer.jobId)
    return answer?.id
  }
  const send = async (file: File): Promise<string | undefined> => {
    const { id, state, error, fileId } = await startUpload(file, { purpose: TOOL_FILE, ownerId: userId })
    dropUpload(id)
    if (state === 'done') return fileId
    say(t('sendFailed', { name: file.name, why: error }))
    return undefined
  }
  return { start, sent }
}
