/** What an address may consist of; anything else ends it. */
const SIGNS = String.raw`[\w.~:/?#@!$&'*+,;=%[\]-]`
/** A slash and a colon, also as Markdown reads them out of an escape or an entity. */
const SLASH = String.raw`(?:\\?\/|&(?:sol|#0*47|#x0*2f);)`
const COLON = '(?::|&(?:colon|#0*58|#x0*3a);)'
const ADDRESS = new RegExp(
  [
    String.raw`(?:(?:https?|ftp)${COLON}(?:${SLASH}|\\)+|${SLASH}{2}|\bwww\.)${SIGNS}+`,
    String.raw`data:[\w/+.-]+[;,][\w/+=;,%.-]*`,
    String.raw`!(?=\[)`,
  ].join('|'),
  'gi',
)
/** The end of a text that may still become an address, or an image's mark. */
const OPEN = new RegExp(
  [
    '(?:!',
    String.raw`(?:(?:https?|ftp)[:&]|[/\\&]|\bwww\.)(?:${SIGNS}|\\)*`,
    String.raw`data:[\w/+=;,%.-]*`,
    'h(?:t(?:t(?:ps?)?)?)?|f(?:tp?)?|d(?:a(?:ta?)?)?|w{1,3})$',
  ].join('|'),
  'i',
)
/** Longer than any address that is quoted. */
const LONGEST = 2000

/**
 * Lets no address through that does not stand in what the answer rests on, and no image: whatever a document made a model say, following or
 * showing it sends nothing that was talked about anywhere. Text in pieces; ask for the rest with `end`.
 */
export class UrlGuard {
  readonly #known: (address: string) => boolean
  readonly #instead: string
  #held = ''

  constructor(known: (address: string) => boolean, instead: string) {
    this.#known = known
    this.#instead = instead
  }

  push(text: string): string {
    const whole = this.#held + text
    // only so much of the end can be held back: looking at more would cost more than it can find
    const tail = Math.max(0, whole.length - LONGEST)
    const open = OPEN.exec(whole.slice(tail))
    const from = open ? tail + open.index : whole.length
    this.#held = whole.slice(from)
    return this.#safe(whole.slice(0, from))
  }

  end(): string {
    const rest = this.#held
    this.#held = ''
    return this.#safe(rest)
  }

  #safe(text: string): string {
    return text.replace(ADDRESS, (address) => {
      if (address === '!') return ''
      // a sentence's own full stop or bracket is no part of it
      let end = address.length
      while (end > 0 && ".,;:!?'*]".includes(address.charAt(end - 1))) end -= 1
      const bare = address.slice(0, end)
      return this.#known(bare) ? address : this.#instead + address.slice(bare.length)
    })
  }
}
