import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Refusal } from '#server/kernel/errors.ts'
import type { Scanner, Verdict } from './scanner.ts'

const CONNECT_MS = 3_000
/** Neither side has said anything for so long. */
const SILENT_MS = 60_000
const PIECE = 256 * 1024
/** An answer is a line; a server that says more is none. */
const LONGEST_ANSWER = 4_096
const local = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/**
 * ClamAV's daemon over its socket (clamd(8), INSTREAM): pieces, each after its length in four bytes, the end a length of zero.
 * `trusted` are hosts that may stand elsewhere than on this machine.
 */
export function clamd(address: string, trusted: readonly string[]): Scanner {
  const place = placeOf(address, trusted)
  return {
    scan: async ({ path }) => {
      let whole = false
      const answer = await ask(place, async (socket) => {
        socket.write('zINSTREAM\0')
        for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
          const chunk = piece as Buffer
          const length = Buffer.alloc(4)
          length.writeUInt32BE(chunk.length)
          socket.write(length)
          if (!socket.write(chunk)) await drained(socket)
          // it refuses what is too large for it before it has all
          if (socket.destroyed || socket.readableEnded) return
        }
        whole = true
        socket.write(Buffer.alloc(4))
      })
      const verdict = verdictOf(answer)
      // nobody can say so who has not seen all of it
      if (verdict.is === 'clean' && !whole) throw new Error('the scanner answered before it had the file')
      return verdict
    },
    version: () =>
      ask(place, async (socket) => {
        socket.write('zVERSION\0')
      }),
  }
}

type Where = { path: string } | { host: string; port: number }

function placeOf(address: string, trusted: readonly string[]): Where {
  const [, path] = /^unix:(\/.+)$/.exec(address) ?? []
  if (path) return { path }
  const [, host = '', port = ''] = /^([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(address) ?? []
  const name = host.toLowerCase()
  if (!host || !(local.has(name) || trusted.includes(name) || trusted.includes(`${name}:${port}`)))
    throw new Refusal('scannerAddress')
  return { host: name.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const over = () => {
      socket.off('drain', over).off('close', over)
      resolve()
    }
    socket.once('drain', over).once('close', over)
  })

/** Sends what `say` writes and answers the line that comes back. */
function ask(place: Where, say: (socket: Socket) => Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(place)
    const fail = (error: Error) => {
      clearTimeout(late)
      socket.destroy()
      reject(error)
    }
    const late = setTimeout(() => fail(new Error('the scanner does not answer')), CONNECT_MS)
    let answer = ''
    socket.setTimeout(SILENT_MS, () => fail(new Error('the scanner fell silent')))
    socket.on('error', fail)
    socket.on('connect', () => {
      clearTimeout(late)
      say(socket).catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))))
    })
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (answer.length > LONGEST_ANSWER) fail(new Error('the scanner answers too much'))
      if (!answer.includes('\0')) return
      resolve(answer.slice(0, answer.indexOf('\0')).trim())
      socket.destroy()
    })
    socket.on('close', () => fail(new Error('the scanner hung up')))
  })
}

/** `stream: OK`, `stream: Name FOUND`, or an error. */
function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { is: 'clean' }
  const [, virus] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? []
  if (virus) return { is: 'infected', virus }
  if (/size limit exceeded/i.test(answer)) return { is: 'large' }
  throw new Error(`the scanner says ${answer.slice(0, 200)}`)
}
