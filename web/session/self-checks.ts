import { SELF_CHECK_MESSAGE, selfCheck, STREAM_PIECES } from '#contract/self-check.ts'
import type { Params } from '#contract/texts.ts'
import { call, randomKey } from '#web/kernel/api.ts'
import { ask } from '#web/kernel/gateway.ts'
import { onPush } from '#web/kernel/push.ts'
import { lastingStream } from '#web/kernel/stream-fetch.ts'
import type { testTexts } from './test-texts.ts'

type Word = keyof typeof testTexts
/** What came of a check: good, worth a look, or bad, and in words why. */
export type Outcome = { tone: 'good' | 'waiting' | 'bad'; says: Word; params?: Params }
export type Check = { key: string; name: Word; about: Word; run: (signal: AbortSignal) => Promise<Outcome> }

const good = (says: Word, params: Params = {}): Outcome => ({ tone: 'good', says, params })
const waiting = (says: Word, params: Params = {}): Outcome => ({ tone: 'waiting', says, params })
const bad = (says: Word, params: Params = {}): Outcome => ({ tone: 'bad', says, params })

/** A clock further off than this spoils deadlines and signatures. */
const MOST_OFF_MS = 60_000
const PUSH_MS = 10_000
const UPLOAD_BYTES = 256 * 1024

async function rest(signal: AbortSignal) {
  await call(selfCheck.clock, {}, { signal })
  return good('restGood')
}

async function clock(signal: AbortSignal) {
  const before = Date.now()
  const { now } = await call(selfCheck.clock, {}, { signal })
  // the server looked at its clock about halfway
  const off = Math.round(now - (before + Date.now()) / 2)
  const params = { seconds: (Math.abs(off) / 1000).toFixed(1) }
  if (Math.abs(off) < 1000) return good('clockGood')
  return (Math.abs(off) > MOST_OFF_MS ? bad : waiting)(off > 0 ? 'clockSlow' : 'clockFast', params)
}

async function push(signal: AbortSignal) {
  const text = randomKey()
  const heard = Promise.withResolvers<boolean>()
  const stop = onPush(SELF_CHECK_MESSAGE, (data) => {
    if (typeof data === 'object' && data !== null && 'text' in data && data.text === text) heard.resolve(true)
  })
  const timer = setTimeout(() => heard.resolve(false), PUSH_MS)
  try {
    await call(selfCheck.echo, { text }, { signal })
    return (await heard.promise) ? good('pushGood') : bad('pushBad', { seconds: PUSH_MS / 1000 })
  } finally {
    clearTimeout(timer)
    stop()
  }
}

async function stream(signal: AbortSignal) {
  const came: { at: number; text: string }[] = []
  await lastingStream(
    { method: 'GET', path: selfCheck.stream.path },
    {
      signal,
      onPiece: (text) => void came.push({ at: Date.now(), text }),
      onRetry: () => void came.splice(0),
    },
  )
  const pieces = came
    .map(({ text }) => text)
    .join('')
    .split('\n').length
  if (pieces - 1 !== STREAM_PIECES) return bad('streamBad', { pieces: pieces - 1, all: STREAM_PIECES })
  return came.length > 1 ? good('streamGood', { pieces: STREAM_PIECES }) : waiting('streamHeld')
}

async function upload(signal: AbortSignal) {
  const bytes = crypto.getRandomValues(new Uint8Array(65_536))
  const file = new Blob(Array.from({ length: UPLOAD_BYTES / bytes.length }, () => bytes))
  const body = new FormData()
  body.append('file', file, 'self-check.bin')
  const answer = selfCheck.upload.output.parse(await ask({ method: 'POST', path: selfCheck.upload.path, body, signal }))
  if (answer.size !== UPLOAD_BYTES) return bad('uploadBad')
  // the digest needs a secure context; without one the size has to do
  if (!('subtle' in crypto)) return good('uploadGood', { size: UPLOAD_BYTES / 1024 })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === answer.sha256 ? good('uploadGood', { size: UPLOAD_BYTES / 1024 }) : bad('uploadBad')
}

const KEY = 'digao.selfCheck'
async function storage() {
  try {
    for (const kept of [localStorage, sessionStorage]) {
      kept.setItem(KEY, '1')
      kept.removeItem(KEY)
    }
    return good('storageGood')
  } catch {
    return bad('storageBad')
  }
}

/** A message from one channel to another, as windows of one browser send them. */
async function windows() {
  if (!('BroadcastChannel' in globalThis)) return bad('windowsBad')
  const [one, other] = [new BroadcastChannel(KEY), new BroadcastChannel(KEY)]
  const heard = Promise.withResolvers<boolean>()
  other.addEventListener('message', () => heard.resolve(true), { once: true })
  const timer = setTimeout(() => heard.resolve(false), 2000)
  const pass = one.postMessage.bind(one)
  pass('')
  const arrived = await heard.promise
  clearTimeout(timer)
  one.close()
  other.close()
  if (!arrived) return bad('windowsBad')
  return 'locks' in navigator ? good('windowsGood') : waiting('windowsLease')
}

const secure = async () => (isSecureContext ? good('secureGood') : waiting('secureNot'))

const fullScreen = async () => (document.fullscreenEnabled ? good('fullScreenGood') : waiting('fullScreenNot'))

/** What the product needs of server, network and browser; each check does what it says. */
export const checks: readonly Check[] = [
  { key: 'rest', name: 'rest', about: 'restAbout', run: rest },
  { key: 'push', name: 'push', about: 'pushAbout', run: push },
  { key: 'stream', name: 'stream', about: 'streamAbout', run: stream },
  { key: 'upload', name: 'upload', about: 'uploadAbout', run: upload },
  { key: 'clock', name: 'clock', about: 'clockAbout', run: clock },
  { key: 'storage', name: 'storage', about: 'storageAbout', run: storage },
  { key: 'windows', name: 'windows', about: 'windowsAbout', run: windows },
  { key: 'secure', name: 'secure', about: 'secureAbout', run: secure },
  { key: 'fullScreen', name: 'fullScreen', about: 'fullScreenAbout', run: fullScreen },
]
