import { dictionariesOf, type Dictionary, type DictionaryEntry, dictionaryOf } from '#engine/masking/dictionary.ts'
import type { Finding, MaskAction, MaskKind } from '#engine/masking/kinds.ts'
import { coveredKinds, mask, type Piece } from '#engine/masking/mask.ts'
import { residual } from '#engine/masking/residual.ts'
import { lexiconOf } from '#engine/masking/spot.ts'
import { type Given, tokenBook } from '#engine/masking/token-book.ts'
import { maskingWords } from '#facts/masking-words.ts'
import { runWorker } from '#server/kernel/worker-run.ts'

const lexicon = lexiconOf(maskingWords)

/** All that masking needs, as plain values: it goes to a thread where it is much. */
export type MaskTask = {
  texts: readonly string[]
  names: readonly DictionaryEntry[]
  words: readonly string[]
  patterns: readonly string[]
  actions: Readonly<Record<MaskKind, MaskAction>>
  known: readonly Given[]
  factor: { numerator: bigint; denominator: bigint }
  keepBreaks?: boolean
}
export type MaskedTexts = {
  texts: { text: string; pieces: Piece[] }[]
  added: Given[]
  /** By text, what would still tell somebody. */
  residual: Finding[][]
}

/** Masks the texts, one vault for all. Pure: the same task gives the same answer. `ready` is the dictionary of its names. */
export function maskTextsHere(task: MaskTask, ready?: Dictionary): MaskedTexts {
  // the firm's own words win over other names, so that what it calls a code name stays one
  const words = dictionaryOf(task.words.map((text) => ({ text, kind: 'custom' as const, entity: text })))
  const dictionary = dictionariesOf(words, ready ?? dictionaryOf(task.names))
  const book = tokenBook(task.known)
  const kinds = coveredKinds(task.actions)
  const texts = task.texts.map((text) => mask(text, { ...task, lexicon, dictionary, book }))
  return {
    texts,
    added: [...book.added()],
    residual: texts.map(({ text }) => residual(text, dictionary, lexicon, kinds)),
  }
}

/** So much is masked within 50 ms on the thread that serves. */
const FEW_NAMES = 10_000
const SHORT = 10_000

/** Masks where it holds up nobody: a little here, with the dictionary that is kept, much in a thread of its own. */
export function maskTexts(task: MaskTask, ready: () => Dictionary): Promise<MaskedTexts> {
  const length = task.texts.reduce((sum, text) => sum + text.length, 0)
  if (task.names.length <= FEW_NAMES && length <= SHORT) return Promise.resolve(maskTextsHere(task, ready()))
  return runWorker<MaskedTexts>(new URL('./mask-worker.ts', import.meta.url), task)
}
