/** Where a link of outside text may lead: a page of Digao in this tab, or a whole https address after the person has seen it. */
export type SafeAddress = { inside: string } | { outside: string }

const FILE = /^\/sc-llm\/file\/download\?id=([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i
// what a browser passes over ('java\nscript:'), takes for a slash, or draws so that an address reads as another
const DECEIVES = /[\p{Cc}\p{Cf}\s\\]/u
/** Calls of the server are no pages: a link must not make one. */
const CALLS = /^\/(?:sc-|api\/|pythonapi|pythoninit|v1\/|mcp)/i

/** The address of a link in outside text, or undefined where it may not be followed. */
export function safeAddress(href: string): SafeAddress | undefined {
  if (DECEIVES.test(href)) return undefined
  if (href.startsWith('/')) {
    if (/^.(?:\/|%5c)/i.test(href) || CALLS.test(href)) return undefined
    const here = new URL(href, 'https://digao.invalid')
    return here.host === 'digao.invalid' && !CALLS.test(here.pathname)
      ? { inside: here.pathname + here.search + here.hash }
      : undefined
  }
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  // 'https://digao.cn@elsewhere' reads as what it is not
  return url.username || url.password ? undefined : { outside: url.href }
}

/** The file a picture of outside text shows; undefined for every address but a file of this server. */
export const pictureFile = (src: string): string | undefined => FILE.exec(src)?.[1]?.toLowerCase()
