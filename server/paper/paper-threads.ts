import { type WarmThread, warmThread } from '#server/kernel/warm-thread.ts'
import type { PaperTask } from './generate-worker.ts'

/** Threads that compute papers: a long generation leaves another for everybody else. */
const THREADS = 2
const MEMORY_MB = 1024
const threads: WarmThread[] = []
const placed = new Map<string, WarmThread>()

/** The thread that knows the project; for one nobody knows, the least busy. */
export function paperThread({ projectId }: Pick<PaperTask, 'projectId'>): WarmThread {
  const known = placed.get(projectId)
  if (known) {
    placed.delete(projectId)
    placed.set(projectId, known)
    return known
  }
  while (threads.length < THREADS)
    threads.push(warmThread(new URL('generate-worker.ts', import.meta.url), { memory: MEMORY_MB }))
  const [thread] = threads.toSorted((a, b) => a.load() - b.load())
  if (!thread) throw new Error('there are no threads')
  placed.set(projectId, thread)
  for (const oldest of placed.keys()) if (placed.size > 50) placed.delete(oldest)
  return thread
}
