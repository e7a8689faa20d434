/** Keeps the `limit` highest of numbered scores; of equal ones those offered first. A heap, so that offering is cheap. */
export class Best {
  readonly #limit: number
  readonly #scores: Float64Array
  readonly #numbers: Float64Array
  #size = 0

  constructor(limit: number) {
    this.#limit = Math.max(0, Math.floor(limit))
    this.#scores = new Float64Array(this.#limit)
    this.#numbers = new Float64Array(this.#limit)
  }

  /** What a score must exceed to be kept; look here before any dearer question. */
  get threshold(): number {
    return this.#size < this.#limit ? -Infinity : this.#limit === 0 ? Infinity : (this.#scores[0] ?? 0)
  }

  /** Numbers must be offered in rising order for equal scores to keep it. */
  offer(number: number, score: number): void {
    if (score <= this.threshold || Number.isNaN(score)) return
    if (this.#size < this.#limit) {
      this.#rise(this.#size, number, score)
      this.#size += 1
    } else this.#sink(number, score)
  }

  /** What was kept, best first. */
  ranked(): { number: number; score: number }[] {
    return Array.from({ length: this.#size }, (_, at) => ({
      number: this.#numbers[at] ?? 0,
      score: this.#scores[at] ?? 0,
    })).sort((one, other) => other.score - one.score || one.number - other.number)
  }

  /** Whether the entry at `slot` goes before one of this number and score in leaving. */
  #weaker(slot: number, number: number, score: number): boolean {
    const there = this.#scores[slot] ?? 0
    return there < score || (there === score && (this.#numbers[slot] ?? 0) > number)
  }

  #put(slot: number, number: number, score: number): void {
    this.#numbers[slot] = number
    this.#scores[slot] = score
  }

  #rise(from: number, number: number, score: number): void {
    let slot = from
    while (slot > 0) {
      const parent = (slot - 1) >> 1
      if (this.#weaker(parent, number, score)) break
      this.#put(slot, this.#numbers[parent] ?? 0, this.#scores[parent] ?? 0)
      slot = parent
    }
    this.#put(slot, number, score)
  }

  #sink(number: number, score: number): void {
    let slot = 0
    for (;;) {
      let child = slot * 2 + 1
      if (child >= this.#size) break
      const other = child + 1
      if (other < this.#size && this.#weaker(other, this.#numbers[child] ?? 0, this.#scores[child] ?? 0)) child = other
      if (!this.#weaker(child, number, score)) break
      this.#put(slot, this.#numbers[child] ?? 0, this.#scores[child] ?? 0)
      slot = child
    }
    this.#put(slot, number, score)
  }
}
