import { createReadStream } from 'node:fs'

import { utf16 } from './container.ts'
import { FileProblem } from './file-problem.ts'

export type Encoding = 'utf-8' | 'gb18030' | 'big5' | 'utf-16le' | 'utf-16be'

/**
 * The encoding of a text file: by its mark, by the zeros of UTF-16, else UTF-8 if every byte of the file is valid
 * UTF-8, else Big5 if its opening says more of a ledger's words in it, else GB18030 (which contains GBK and GB2312).
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
    if (error instanceof TypeError) return wordsIn('big5', head) > wordsIn('gb18030', head) ? 'big5' : 'gb18030'
    throw error
  } finally {
    stream.destroy()
  }
}

const tradeWords =
  /[科项項]目|名[称稱]|[编編][码碼号號]|[会會][计計]|借方|[贷貸]方|[余餘][额額]|金[额額]|[凭憑][证證]|[传傳]票|摘要|日期|期[初末]|本期|[应應]收|[应應]付|[银銀]行|[现現]金/g

/** How many words of the trade the bytes say in an encoding; bytes of one read as the other say next to none. */
const wordsIn = (encoding: 'big5' | 'gb18030', head: Uint8Array): number =>
  new TextDecoder(encoding).decode(head).match(tradeWords)?.length ?? 0

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
