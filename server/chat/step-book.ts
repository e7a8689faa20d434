import type { Step } from '#contract/chat-message.ts'

const LONGEST = 2000
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

/** The steps of one answer, numbered as they begin. */
export class StepBook {
  #no = 0
  readonly #began = new Map<number, number>()

  begin(kind: Step['kind'], title: string, input = ''): Step {
    this.#no += 1
    this.#began.set(this.#no, Date.now())
    return { no: this.#no, kind, title, input: cut(input), result: '', state: 'running', ms: 0, sources: [] }
  }

  end(step: Step, result: string, how: { failed?: boolean; sources?: readonly number[] } = {}): Step {
    const ms = Date.now() - (this.#began.get(step.no) ?? Date.now())
    return {
      ...step,
      result: cut(result),
      state: how.failed ? 'failed' : 'done',
      ms,
      sources: [...new Set(how.sources ?? [])],
    }
  }
}
