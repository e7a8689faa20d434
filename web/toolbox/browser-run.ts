import type { Outcome } from '#contract/tool-run.ts'
import type { Picked } from './picked-files.ts'

export type BrowserBench = { signal: AbortSignal; tell: (done: number, of: number) => void }
export type BrowserMade = { name: string; bytes: Uint8Array }
export type BrowserDone = { made: BrowserMade[]; outcomes: Outcome[] }
export type OneDone = { made: readonly BrowserMade[]; state: Outcome['state']; says: string[] }

/** How it went with a file of this machine. */
export const outcomeOf = ({ name, folder }: Picked, state: Outcome['state'], says: string[]): Outcome => ({
  name,
  folder,
  state,
  says,
  fileId: '',
  fileName: '',
})

/** Works on one file after the other; one that fails stops no other, and after a cancel the rest says so. */
export async function eachFile(
  files: readonly Picked[],
  { signal, tell }: BrowserBench,
  words: { failed: string; cancelled: string },
  work: (file: File, name: string) => Promise<OneDone>,
): Promise<BrowserDone> {
  const done: BrowserDone = { made: [], outcomes: [] }
  for (const [at, picked] of files.entries()) {
    tell(at + 1, files.length)
    if (signal.aborted || !picked.file) {
      done.outcomes.push(outcomeOf(picked, 'skipped', [words.cancelled]))
      continue
    }
    try {
      const { made, state, says } = await work(picked.file, picked.name)
      if (signal.aborted) done.outcomes.push(outcomeOf(picked, 'skipped', [words.cancelled]))
      else {
        done.made.push(...made)
        done.outcomes.push(outcomeOf(picked, state, says))
      }
    } catch {
      done.outcomes.push(outcomeOf(picked, 'failed', [signal.aborted ? words.cancelled : words.failed]))
    }
  }
  return done
}
