import { serveTasks } from '#server/kernel/warm-thread.ts'
import { atDesk, type DeskTask } from './desk.ts'

// The thread that answers questions about formulas: it knows all papers, and no client's books.
serveTasks((task: DeskTask) => Promise.resolve(atDesk(task)))
