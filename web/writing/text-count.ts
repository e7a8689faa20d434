/** A character that is a word of its own: Han, kana, and the marks that go with them. */
const ALONE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uff65\u2018\u2019\u201c\u201d\u2026\u2014]/gu

/** How long a text is as Word counts it: each Han character or mark one, each run of letters and digits one. */
export function wordsIn(text: string): number {
  const alone = text.match(ALONE)?.length ?? 0
  const runs = text.replaceAll(ALONE, ' ').match(/\S+/g)?.length ?? 0
  return alone + runs
}
