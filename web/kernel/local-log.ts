import { create } from 'zustand'
import { clockText, itemKey, keepItem, keptItem } from './local-item.ts'

/** One thing that went wrong in this browser (specification, section 3), as POST /sc-auth/oauth/logout takes it. */
export type LogEntry = { url: string; time: string; type: string; message: string; stack: string; info: string }

/** As many as the server takes at a time; older ones go. */
export const MOST_ENTRIES = 200
const LONG = { url: 300, message: 500, stack: 3000, info: 500 } as const
/** Entries that come in one go are written once. */
const WRITE_MS = 300

type LocalLog = { entries: readonly LogEntry[] }
/** What went wrong for the person signed in, oldest first; kept in this browser until it is sent or cleared. */
export const useLocalLog = create<LocalLog>(() => ({ entries: [] }))

let owner = ''
let pending: LogEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

const nameOf = (userId: string) => `log.${userId}`

/** What must not be kept: tokens, and what follows a name that says secret. */
const hidden = (text: string) =>
  text
    .replaceAll(/\b(bearer|basic|crypto)\s+[\w.~+/-]+=*/gi, '$1 …')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
    .replaceAll(/((?:token|password|secret|[?&](?:code|state|phone|smsCode))["']?\s*[=:]\s*["']?)[^\s&"',}]+/gi, '$1…')

/** An address without its query, which may hold names and what somebody searched for. */
const bare = (address: string) => address.split(/[?#]/)[0] ?? ''

const isEntry = (value: unknown): value is LogEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['url', 'time', 'type', 'message', 'stack', 'info'].every((name) => typeof Reflect.get(value, name) === 'string')

const stored = (): LogEntry[] => {
  const kept = keptItem(nameOf(owner))
  return Array.isArray(kept) ? kept.filter(isEntry) : []
}

function show(entries: readonly LogEntry[]) {
  useLocalLog.setState({ entries: entries.slice(-MOST_ENTRIES) })
}

/** Adds to what is kept; another window may have written meanwhile. */
function write() {
  clearTimeout(timer)
  timer = undefined
  if (!owner || pending.length === 0) return
  const entries = [...stored(), ...pending].slice(-MOST_ENTRIES)
  pending = []
  keepItem(nameOf(owner), entries)
  show(entries)
}

/** Puts one thing down; nothing where nobody is signed in. */
export function logLocally({ type, message, stack = '', info = '', url = '' }: Partial<LogEntry> & { type: string }) {
  if (!owner) return
  pending.push({
    type,
    time: clockText(new Date()),
    url: bare(url || location.pathname).slice(0, LONG.url),
    message: hidden(message ?? '').slice(0, LONG.message),
    stack: hidden(stack).slice(0, LONG.stack),
    info: hidden(info).slice(0, LONG.info),
  })
  if (pending.length > MOST_ENTRIES) pending = pending.slice(-MOST_ENTRIES)
  timer ??= setTimeout(write, WRITE_MS)
}

/** The same for something that was thrown. */
export function logFault(type: string, fault: unknown, info = '') {
  const { message, stack = '' } = fault instanceof Error ? fault : { message: String(fault) }
  logLocally({ type, message, stack, info: info.trim().replaceAll(/\s*\n\s*/g, ' ← ') })
}

/** A page that is left takes its calls with it: for this long they do not count as unanswered. */
const LEAVING_MS = 3000
let leftAt = -LEAVING_MS

/** A call that was refused or not answered; neither what was sent nor what came back. */
export function logCall(url: string, { code, message, trace }: { code: number; message: string; trace: string }) {
  if (code === 0 && Date.now() - leftAt < LEAVING_MS) return
  logLocally({
    type: 'call',
    url,
    message,
    info: [`code ${code}`, trace && `trace ${trace}`].filter(Boolean).join(', '),
  })
}

/** Takes entries out of what is kept: all that were shown, not those that came since. */
export function dropEntries(gone: readonly LogEntry[]) {
  write()
  const texts = new Set(gone.map((entry) => JSON.stringify(entry)))
  const entries = stored().filter((entry) => !texts.has(JSON.stringify(entry)))
  keepItem(nameOf(owner), entries)
  show(entries)
}

/** Collects what goes wrong as long as somebody is signed in. Answers the stop. */
export function keepLocalLog(userId: string) {
  const stop = new AbortController()
  const { signal } = stop
  owner = userId
  pending = []
  show(stored())
  addEventListener('error', (event) => logFault('error', event.error ?? event.message), { signal })
  addEventListener('unhandledrejection', ({ reason }) => logFault('promise', reason), { signal })
  addEventListener('pagehide', write, { signal })
  addEventListener(
    'beforeunload',
    () => {
      leftAt = Date.now()
    },
    { signal },
  )
  addEventListener('storage', ({ key }) => key === itemKey(nameOf(owner)) && show([...stored(), ...pending]), {
    signal,
  })
  return () => {
    write()
    stop.abort()
    owner = ''
    useLocalLog.setState({ entries: [] })
  }
}
