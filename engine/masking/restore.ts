import { matchToken } from './token.ts'
import type { TokenBook } from './token-book.ts'

/** Turns tokens back as an answer arrives, in pieces cut anywhere. */
export type Restorer = {
  /** What may be shown after this piece: everything but the beginning of a token that may still go on. */
  push: (piece: string) => string
  /** What was held back, once nothing more comes. */
  end: () => string
}

/** Puts back what the tokens of this book stand for; another's tokens, or made-up ones, stay as they are. */
export function restore(text: string, book: TokenBook): string {
  const restorer = restorerOf(book)
  return restorer.push(text) + restorer.end()
}

/** A restorer over a stream. It holds back at most one token's length, and only where one may have begun. */
export function restorerOf(book: TokenBook): Restorer {
  let held = ''
  const read = (piece: string, last: boolean) => {
    const text = held + piece
    let shown = ''
    let from = 0
    held = ''
    for (let at = 0; at < text.length; at += 1) {
      const escaped = text.charAt(at) === '\\'
      if (escaped && at + 1 === text.length && !last) {
        shown += text.slice(from, at)
        held = text.slice(at)
        return shown
      }
      const match = matchToken(text, escaped ? at + 1 : at)
      if (match === undefined) continue
      if (match === 'partial') {
        if (last) continue
        shown += text.slice(from, at)
        held = text.slice(at)
        return shown
      }
      const given = book.read(match.token)
      if (given) {
        shown += text.slice(from, at) + given.surface
        from = match.end
      }
      at = match.end - 1
    }
    return shown + text.slice(from)
  }
  return { push: (piece) => read(piece, false), end: () => read('', true) }
}
