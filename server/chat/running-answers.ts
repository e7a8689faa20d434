import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ChatEvent, messageStates } from '#contract/chat-message.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { AnswerEvent } from './answer-port.ts'
import { foldEvent, freshAnswer, type KeptAnswer, keptValues } from './kept-answer.ts'

/** How often what has come is stored, and that the process lives. */
const SAVE_MS = 2_000
/** How often the end of an answer is stored until it is. */
const SAVE_TRIES = 8
/** How long events of an ended answer are kept for a reader whose line broke. */
const KEEP_MS = 120_000

type Numbered = { number: number; event: ChatEvent }
type Hear = (one: Numbered | undefined) => void
type Plan = {
  actor: Actor
  messageId: string
  first: readonly ChatEvent[]
  /** The answer; it ends with `end`. */
  events: (stop: AbortSignal) => AsyncIterable<AnswerEvent>
  /** Runs between the last words and `end`. */
  after: (answer: KeptAnswer) => Promise<ChatEvent | undefined>
}

/** Where a run of an answer stands in this process. */
export type RunningAnswer = {
  actor: Actor
  stop: AbortController
  /** Hears events after `after`, then those that come; undefined is the end. Answers how to stop hearing. */
  hear: (after: number, hear: Hear) => () => void
  /** What has come so far, and the number of the event that brought the last of it. */
  state: () => { number: number; kept: KeptAnswer }
  done: Promise<void>
}

type Telling = { kept: KeptAnswer; tell: (event: ChatEvent) => void }

/** Answers that are being given by this process; they go on when nobody listens, and are stored as they come. */
export class RunningAnswers {
  readonly #kernel: Pick<Kernel, 'database' | 'log'>
  readonly #runs = new Map<string, RunningAnswer>()
  #closing = false

  constructor(kernel: Pick<Kernel, 'database' | 'log'>) {
    this.#kernel = kernel
  }

  get({ tenantId, userId }: Actor, messageId: string): RunningAnswer | undefined {
    const run = this.#runs.get(messageId)
    return run?.actor.tenantId === tenantId && run.actor.userId === userId ? run : undefined
  }

  start(plan: Plan): RunningAnswer {
    const kept = freshAnswer()
    const told: Numbered[] = []
    const hearers = new Set<Hear>()
    let ended = false
    const tell = (event: ChatEvent) => {
      const one = { number: told.length + 1, event }
      told.push(one)
      for (const hear of hearers) hear(one)
    }
    const run: RunningAnswer = {
      actor: plan.actor,
      stop: new AbortController(),
      hear(after, hear) {
        for (const one of told.slice(after)) hear(one)
        if (ended) hear(undefined)
        else hearers.add(hear)
        return () => void hearers.delete(hear)
      },
      // its end is told on its own, also to who comes late
      state: () => ({ number: told.at(-1)?.event.kind === 'end' ? told.length - 1 : told.length, kept }),
      done: Promise.resolve(),
    }
    this.#runs.set(plan.messageId, run)
    for (const event of plan.first) tell(event)
    run.done = this.#work(plan, run, { kept, tell })
      .catch((error: unknown) => this.#kernel.log.error({ err: error }, 'an answer could not be kept'))
      .finally(() => {
        ended = true
        for (const hear of hearers) hear(undefined)
        hearers.clear()
        setTimeout(() => this.#runs.delete(plan.messageId), KEEP_MS).unref()
      })
    return run
  }

  async #work(plan: Plan, run: RunningAnswer, { kept, tell }: Telling): Promise<void> {
    let dirty = false
    let saving = Promise.resolve()
    const save = () => {
      const whole = dirty
      dirty = false
      saving = saving
        .then(() => this.#save(plan, whole ? kept : undefined))
        .then((stopWanted) => void (stopWanted && run.stop.abort()))
        .catch((error: unknown) => {
          dirty ||= whole
          this.#kernel.log.warn({ err: error }, 'an answer could not be stored; it is tried again')
        })
      return saving
    }
    const timer = setInterval(() => void save(), SAVE_MS)
    try {
      for await (const event of plan.events(run.stop.signal)) {
        foldEvent(kept, event)
        dirty = true
        if (event.kind !== 'end') {
          tell(event)
          continue
        }
        // closed by the server itself, not by the person
        if (this.#closing && event.status === 'stopped') kept.status = 'interrupted'
        const titled = await plan.after(kept)
        if (titled) tell(titled)
        clearInterval(timer)
        await saving
        await this.#saveEnd(plan, kept)
        tell({ ...event, status: kept.status })
      }
    } finally {
      clearInterval(timer)
      await saving
    }
  }

  /** The whole answer; a store that cannot be reached for a moment does not lose it. */
  async #saveEnd(plan: Plan, kept: KeptAnswer): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#save(plan, kept, kept.status)
        return
      } catch (error) {
        if (tries === SAVE_TRIES) throw error
        await pause(SAVE_MS)
      }
    }
  }

  /** What has come so far, or only that the process lives; answers whether the person wants it stopped. */
  async #save(
    { actor, messageId }: Plan,
    kept?: KeptAnswer,
    status?: (typeof messageStates)[number],
  ): Promise<boolean> {
    const row = await this.#kernel.database.inTenant(actor, (db) =>
      db
        .updateTable('chat_message')
        .set({
          alive_at: sql`now()`,
          ...(kept && keptValues(kept)),
          ...(status && { status }),
        })
        .where('id', '=', messageId)
        .returning('stop_wanted')
        .executeTakeFirst(),
    )
    return row?.stop_wanted ?? true
  }

  /** Ends all; what has come of them is stored as interrupted. */
  async close(): Promise<void> {
    this.#closing = true
    const runs = [...this.#runs.values()]
    for (const run of runs) run.stop.abort()
    await Promise.all(runs.map(({ done }) => done))
  }
}

/** One for each deployment in this process. */
const opened = new WeakMap<Kernel['database'], RunningAnswers>()
export function runningAnswers(kernel: Pick<Kernel, 'database' | 'log'>): RunningAnswers {
  const known = opened.get(kernel.database) ?? new RunningAnswers(kernel)
  opened.set(kernel.database, known)
  return known
}
