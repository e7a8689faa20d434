import { type DiskUpload, isOver, isUnderWay } from './upload-store.ts'

export type UploadSums = {
  count: number
  done: number
  underWay: number
  paused: number
  /** Needs a person: failed, a name taken, a file to be chosen again. */
  waits: number
  bytes: number
  sent: number
}

/** What all uploads come to. */
export function sumsOf(uploads: readonly DiskUpload[]): UploadSums {
  const sums: UploadSums = { count: uploads.length, done: 0, underWay: 0, paused: 0, waits: 0, bytes: 0, sent: 0 }
  for (const upload of uploads) {
    sums.bytes += upload.size
    if (isOver(upload)) {
      sums.done += 1
      sums.sent += upload.size
      continue
    }
    // bytes of a hash are not yet sent
    if (upload.state !== 'hashing') sums.sent += upload.sent
    if (isUnderWay(upload)) sums.underWay += 1
    else if (upload.state === 'paused') sums.paused += 1
    else sums.waits += 1
  }
  return sums
}

export type Sample = { at: number; sent: number }
/** How long the speed looks back. */
const LOOK_MS = 6000

/** Samples of the last seconds with one more; one that goes backwards (a file was taken out) begins anew. */
export function withSample(samples: readonly Sample[], now: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && now.sent < last.sent) return [now]
  return [...samples.filter(({ at }) => now.at - at <= LOOK_MS), now]
}

/** Bytes per second over the samples, and the seconds that are left at that speed; undefined while it cannot be said. */
export function pace(samples: readonly Sample[], left: number): { speed: number; seconds: number } | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 1000) return undefined
  const speed = ((last.sent - first.sent) * 1000) / (last.at - first.at)
  return speed > 0 ? { speed, seconds: Math.ceil(left / speed) } : undefined
}

const rank: Record<DiskUpload['state'], number> = {
  failed: 0,
  taken: 0,
  lost: 1,
  sending: 2,
  hashing: 2,
  paused: 3,
  waiting: 4,
  done: 5,
  skipped: 5,
}
/** The lines of the tray: what needs a person first, then what moves; of thousands only the first. */
export const trayLines = (uploads: readonly DiskUpload[], most: number): DiskUpload[] =>
  uploads.toSorted((one, other) => rank[one.state] - rank[other.state]).slice(0, most)
