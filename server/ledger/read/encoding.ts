import { createReadStream } from 'node:fs'

import { utf16 } from './container.ts'
import { FileProblem } from './file-problem.ts'

export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/**
 * The encoding of a text file: by its mark, by the zeros of UTF-16, else UTF-8 if every byte of the file is valid
 * UTF-8, else GB18030 (which contains GBK and GB2312). A GB18030 file is found out at its first Chinese word.
 */
export async function encodingOf(path: string, head: Uint8Array, signal?: AbortSignal): Promise<Encoding> {
  const wide = utf16(head)
  if (wide) return wide
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = createReadStream(path, { highWaterMark: 1 << 18 })
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      decoder.decode(chunk as Uint8Array, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030'
    throw error
  } finally {
    stream.destroy()
  }
}

/** The text of a file in chunks with the bytes read so far. Throws `FileProblem` fileEncoding where a byte cannot be text. */
export async function* decoded(
  path: string,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<{ text: string; consumed: number }, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const stream = createReadStream(path, { highWaterMark: 1 << 18 })
  let consumed = 0
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      const bytes = chunk as Uint8Array
      const text = decoder.decode(bytes, { stream: true })
      consumed += bytes.length
      yield { text, consumed }
    }
    const rest = decoder.decode()
    if (rest) yield { text: rest, consumed }
  } catch (error) {
    if (error instanceof TypeError) throw new FileProblem('fileEncoding', { encoding, offset: consumed })
    throw error
  } finally {
    stream.destroy()
  }
}
