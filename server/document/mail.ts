import type { BlockList } from './block-list.ts'
import { htmlReader } from './html-blocks.ts'
import { textBlocks } from './text-blocks.ts'
import type { Properties } from './xml-tree.ts'

type Part = { headers: Map<string, string>; body: string }
const DEEPEST = 10
const MOST_PARTS = 500

/** A mail or a page saved as one file (MIME): sender, subject and day, then its text; attachments are named as not read. */
export function mailBlocks(bytes: Uint8Array, list: BlockList): Properties {
  // every byte one character: parts have encodings of their own
  const message = partOf(Buffer.from(bytes).toString('latin1'))
  const header = (name: string) => decodedWords(message.headers.get(name) ?? '')
  const subject = header('subject')
  if (subject) list.heading(1, subject)
  const about = (
    [
      ['发件人', 'from'],
      ['收件人', 'to'],
      ['抄送', 'cc'],
      ['日期', 'date'],
    ] as const
  ).flatMap(([label, name]) => (header(name) ? [`${label}：${header(name)}`] : []))
  list.paragraph(about.join('\n'))
  let parts = 0
  const put = (part: Part, depth: number): void => {
    parts += 1
    const type = part.headers.get('content-type') ?? 'text/plain'
    const boundary = parameter(type, 'boundary')
    if (/^multipart\//i.test(type) && boundary && depth < DEEPEST && parts < MOST_PARTS) {
      const inner = part.body
        .split(`--${boundary}`)
        .slice(1)
        .filter((one) => !one.startsWith('--'))
        .map((one) => partOf(one.replace(/^\r?\n/, '')))
      const rich = inner.find((one) => /^text\/html/i.test(one.headers.get('content-type') ?? ''))
      // the same text twice, or a page with its pictures
      const only = /^multipart\/alternative/i.test(type) && rich ? [rich] : inner
      for (const one of only) put(one, depth + 1)
      return
    }
    const named = parameter(part.headers.get('content-disposition') ?? '', 'filename') ?? parameter(type, 'name')
    if (!/^text\/(?:plain|html)/i.test(type) || /^attachment/i.test(part.headers.get('content-disposition') ?? '')) {
      if (named !== undefined) list.notRead('documentPart', { part: decodedWords(named) })
      return
    }
    const text = decodedBody(part, type)
    if (/^text\/html/i.test(type)) {
      const page = htmlReader(list)
      page.push(text)
      page.end()
    } else textBlocks(text, list)
  }
  put(message, 0)
  const sent = new Date(message.headers.get('date') ?? '')
  const day = Number.isNaN(sent.getTime()) ? null : sent.toISOString().slice(0, 10)
  return { title: subject, author: header('from') || null, created: day, modified: null }
}

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end ? text.slice(end.index + end[0].length) : '' }
}

const parameter = (header: string, name: string): string | undefined => {
  const match = new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)
  return match?.[1] ?? match?.[2]
}

function decodedBody({ headers, body }: Part, type: string): string {
  const how = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  const bytes =
    how === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(how === 'quoted-printable' ? unquoted(body) : body, 'latin1')
  return textOf(bytes, parameter(type, 'charset') ?? 'utf-8')
}

const unquoted = (text: string): string =>
  text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function textOf(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(/^gb/i.test(charset) ? 'gb18030' : charset).decode(bytes)
  } catch {
    return new TextDecoder('utf-8').decode(bytes)
  }
}

/** `=?utf-8?B?…?=` in headers; bare bytes are UTF-8 or GBK. */
function decodedWords(header: string): string {
  const words = header.replaceAll(/\?=\s+=\?/g, '?==?')
  if (!words.includes('=?')) {
    const bytes = Buffer.from(words, 'latin1')
    const text = bytes.toString('utf8')
    return text.includes('\ufffd') ? textOf(bytes, 'gb18030') : text
  }
  return words.replaceAll(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, how: string, said: string) =>
    textOf(
      how.toLowerCase() === 'b'
        ? Buffer.from(said, 'base64')
        : Buffer.from(unquoted(said.replaceAll('_', ' ')), 'latin1'),
      charset,
    ),
  )
}
