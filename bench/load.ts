import { connect } from 'node:net'
import { given, tell } from './child.ts'
import { type Ask, requestsOf } from './requests.ts'

// The load: so many connections, each sends its next request when the answer to the last is there. Plain sockets and a
// reader of two header lines, so that the generator takes as little of the machine as it can.

export type Order = { port: number; connections: number; ms: number; ask: Ask }
export type Load = {
  done: number
  ms: number
  p50: number
  p99: number
  bad: number
  firstBad: string
  refreshTokens: string[]
}

const END = Buffer.from('\r\n\r\n')
const { port, connections, ms, ask } = given() as Order
const requests = requestsOf(ask)
const took: number[] = []
let bad = 0
let firstBad = ''
const began = performance.now()
const until = began + ms

function drive(lane: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ port, host: 'localhost', noDelay: true })
  let pending: Buffer = Buffer.alloc(0)
  let missing = -1
  let sent = 0
  const send = () => {
    sent = performance.now()
    if (sent < until) socket.write(requests.text(lane))
    else socket.end(resolve)
  }
  const answered = (head: string, body: Buffer) => {
    took.push(performance.now() - sent)
    if (!head.startsWith('HTTP/1.1 2')) {
      bad += 1
      firstBad ||= `${head}\n\n${body.toString()}`
    } else requests.heard(lane, body.toString())
    send()
  }
  socket.on('data', (chunk) => {
    pending = pending.length ? Buffer.concat([pending, chunk]) : chunk
    if (missing < 0) {
      const at = pending.indexOf(END)
      if (at < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(pending.toString('latin1', 0, at))
      if (!length) return reject(new Error(`an answer of unknown length: ${pending.toString('latin1', 0, at)}`))
      missing = at + END.length + Number(length[1])
    }
    if (pending.length < missing) return
    const whole = pending.subarray(0, missing)
    const at = whole.indexOf(END)
    pending = pending.subarray(missing)
    missing = -1
    answered(whole.toString('latin1', 0, at), whole.subarray(at + END.length))
  })
  socket.on('error', reject)
  socket.on('connect', send)
  return promise
}

await Promise.all(Array.from({ length: connections }, (_, lane) => drive(lane)))
const all = performance.now() - began
const refreshTokens = ask.body === 'renew' ? ask.askers.map(({ refreshToken }) => refreshToken) : []
took.sort((one, other) => one - other)
const at = (share: number) => took[Math.floor(took.length * share)] ?? NaN
await tell({ done: took.length, ms: all, p50: at(0.5), p99: at(0.99), bad, firstBad, refreshTokens } satisfies Load)
