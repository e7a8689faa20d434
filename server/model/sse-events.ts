/** More than this in one event is no answer of the protocol. */
const MOST_EVENT = 1024 * 1024
/** More than this altogether is none either; a long answer has some 100 KB of text in some 5 MB of events. */
const MOST_BYTES = 32 * 1024 * 1024

/** An answer over its bounds. */
export class TooLong extends Error {}

/** The data of server-sent events as they come, whatever the line ends and wherever the pieces are cut. Throws TooLong. */
export async function* sseEvents(body: AsyncIterable<Uint8Array>, seen: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  let data: string[] = []
  for await (const part of body) {
    seen()
    bytes += part.length
    if (bytes > MOST_BYTES) throw new TooLong()
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > MOST_EVENT) throw new TooLong()
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n')
        data = []
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
        if (data.length > 1000) throw new TooLong()
      }
    }
  }
  const last = rest.replace(/\r$/, '')
  if (last.startsWith('data:')) data.push(last.slice(last.startsWith('data: ') ? 6 : 5))
  if (data.length > 0) yield data.join('\n')
}

/** A whole body as text, of at most `most` bytes. Throws TooLong. */
export async function wholeText(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > most) throw new TooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
