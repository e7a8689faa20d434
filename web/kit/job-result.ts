import { z } from 'zod'
import { DISK_UNZIP_JOB } from '#contract/disk-shapes.ts'
import { CHECK_JOB, EXPORT_JOB, IMPORT_JOB, RESULT_DAYS } from '#contract/list.ts'
import type { Job } from '#contract/system.ts'

const DAY_MS = 86_400_000
const whole = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What came out of an archive, and the first of what was left out, each with its reason. */
const Unpacked = z.object({
  files: z.number(),
  skipped: z.number(),
  told: z.array(z.object({ name: z.string(), why: z.string() })),
})

/** What a job has left for its person: files by id, for as long as they are kept. */
export function jobResult({ result, endTime, type, state }: Job) {
  const ended = endTime ? Date.parse(`${endTime.replace(' ', 'T')}+08:00`) : Date.now()
  return {
    fileId: text(result['fileId']),
    fileName: text(result['fileName']),
    errorFileId: text(result['errorFileId']),
    rows: typeof result['rows'] === 'number' ? result['rows'] : undefined,
    expired: Date.now() - ended > RESULT_DAYS * DAY_MS,
    /** What an import has written. */
    counts:
      type === IMPORT_JOB && state === 'succeeded'
        ? { newRows: whole(result['newRows']), updates: whole(result['updates']) }
        : undefined,
    unpacked: type === DISK_UNZIP_JOB && state === 'succeeded' ? Unpacked.safeParse(result).data : undefined,
    /** A checked file that nobody has taken over yet. */
    waits: type === CHECK_JOB && state === 'succeeded' && result['importJobId'] === undefined,
    retries: [EXPORT_JOB, CHECK_JOB, IMPORT_JOB].includes(type) && (state === 'failed' || state === 'cancelled'),
  }
}
