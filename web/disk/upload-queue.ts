import type { Upload as Tus } from 'tus-js-client'
import { diskFile } from '#contract/disk-file.ts'
import { DISK_FILE } from '#contract/disk-shapes.ts'
import { tusPath } from '#contract/file.ts'
import { call, queries, randomKey } from '#web/kernel/api.ts'
import { renewIfStale } from '#web/kernel/renewal.ts'
import { useSession } from '#web/kernel/session.ts'
import { addressOf, callHeaders, CallError, clientConfig } from '#web/kernel/transport.ts'
import { hashFile } from './hash-file.ts'
import { foundAgain } from './lost-files.ts'
import { type DiskUpload, fileOf, forgetUpload, isUnderWay, patchUpload, putUpload, uploadOf } from './upload-store.ts'

/** Files on their way at a time; the others wait. */
const AT_ONCE = 3
/** Smaller ones are sent at once: asking first would take as long. */
const WORTH_ASKING = 256 * 1024
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000]
const CHUNK_BYTES = 8 * 1024 * 1024
const TAKEN = 409

const queue: string[] = []
const running = new Map<string, { tus?: Tus }>()

export type Wanted = Pick<DiskUpload, 'relPath' | 'parentId' | 'folderName' | 'conflict'> & {
  file: File
  node?: string
}

let count = 0
/** Puts files in the queue. */
export function startUploads(wanted: readonly Wanted[]): void {
  const batch = randomKey()
  for (const { file, node = '', ...place } of wanted) {
    const id = `${batch}-${++count}`
    putUpload(
      {
        id,
        ...place,
        node,
        name: file.name.normalize('NFC'),
        size: file.size,
        lastModified: file.lastModified,
        sent: 0,
        state: 'waiting',
        error: '',
        instant: false,
        begun: Date.now(),
      },
      file,
    )
    queue.push(id)
  }
  next()
}

function next() {
  while (running.size < AT_ONCE) {
    const id = queue.shift()
    if (id === undefined) return
    if (uploadOf(id)?.state !== 'waiting') continue
    running.set(id, {})
    void run(id)
      .catch((fault: unknown) => ended(id, failure(fault)))
      .finally(next)
  }
}

const failure = (fault: unknown): Partial<DiskUpload> =>
  fault instanceof CallError && fault.code === TAKEN
    ? { state: 'taken', error: fault.message }
    : { state: 'failed', error: fault instanceof CallError ? fault.message : '' }

function ended(id: string, change: Partial<DiskUpload>) {
  running.delete(id)
  const now = uploadOf(id)
  // otherwise a pause or a farewell came first
  if (now && isUnderWay(now)) patchUpload(id, change)
  if (change.state === 'done') refresh()
  next()
}

const REFRESH_MS = 800
let refreshing: ReturnType<typeof setTimeout> | undefined
/** What arrived shows in the lists, not more often than people can follow. */
function refresh() {
  refreshing ??= setTimeout(() => {
    refreshing = undefined
    void queries.invalidateQueries({ queryKey: ['disk'] })
  }, REFRESH_MS)
}

const isStill = (id: string, state: DiskUpload['state']) => uploadOf(id)?.state === state && running.has(id)

async function run(id: string): Promise<void> {
  const upload = uploadOf(id)
  const file = fileOf(id)
  if (!upload || !file) {
    running.delete(id)
    return
  }
  if (file.size >= WORTH_ASKING && upload.node === '' && upload.sent === 0) {
    patchUpload(id, { state: 'hashing', error: '' })
    const there = await offered(id, upload, file)
    if (there) {
      ended(id, { state: there.skipped ? 'skipped' : 'done', sent: file.size, instant: true })
      return
    }
    if (!isStill(id, 'hashing')) {
      running.delete(id)
      return
    }
  }
  await send(id, upload, file)
}

const once = () => ({ headers: { 'Idempotency-Key': randomKey() } })

/** Whether the content was there already, so that it need not be sent. */
async function offered(id: string, { parentId, name, relPath, conflict }: DiskUpload, file: File) {
  const sha256 = await hashFile(file, (read) => isStill(id, 'hashing') && patchUpload(id, { sent: read }))
  if (!sha256 || !isStill(id, 'hashing')) return undefined
  patchUpload(id, { sent: 0 })
  let answer = await call(diskFile.offer, { parentId, name, relPath, conflict, size: file.size, sha256 }, once())
  if (answer.state === 'prove') {
    const nonce = Uint8Array.from(answer.nonce.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const answers: string[] = []
    for (const { start, end } of answer.ranges) {
      const proof = await hashFile(new Blob([nonce, file.slice(start, end)]), () => undefined)
      if (proof) answers.push(proof)
    }
    if (answers.length < answer.ranges.length || !isStill(id, 'hashing')) return undefined
    answer = await call(diskFile.prove, { challengeId: answer.challengeId, answers }, once())
  }
  return answer.state === 'done' ? { skipped: answer.skipped } : undefined
}

/** The refusal in an answer's envelope: it would come again; anything else may have been the line. */
function refusalIn(body: string | undefined): CallError | undefined {
  try {
    const said: unknown = JSON.parse(body ?? '')
    if (typeof said !== 'object' || !said || !('code' in said) || typeof said.code !== 'number') return undefined
    return new CallError('msg' in said && typeof said.msg === 'string' ? said.msg : '', said.code)
  } catch {
    return undefined
  }
}

/** The same file for the same place goes on where it stopped, also after a reload. */
const fingerprint = ({ parentId, relPath, name, size, lastModified, node, conflict }: DiskUpload) =>
  ['digao-disk', useSession.getState().userId, parentId, node, relPath, name, size, lastModified, conflict].join('-')

async function send(id: string, upload: DiskUpload, file: File): Promise<void> {
  patchUpload(id, { state: 'sending', error: '' })
  const { Upload: Tus, DetailedError } = await import('tus-js-client')
  const { apiBase } = await clientConfig()
  const { parentId, name, relPath, conflict, node } = upload
  const tus = new Tus(file, {
    endpoint: addressOf(tusPath, apiBase),
    metadata: { purpose: DISK_FILE, ownerId: parentId, name, relPath, conflict, ...(node && { node }) },
    fingerprint: () => Promise.resolve(fingerprint(upload)),
    retryDelays: RETRY_MS,
    chunkSize: CHUNK_BYTES,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      await renewIfStale()
      for (const [header, value] of Object.entries(await callHeaders())) request.setHeader(header, value)
    },
    // a refusal is an answer, not a lost connection: asking again would not change it
    onShouldRetry: ({ originalResponse }) => {
      if (refusalIn(originalResponse?.getBody())) return false
      const status = originalResponse?.getStatus() ?? 0
      return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
    },
    onProgress: (sent) => isStill(id, 'sending') && patchUpload(id, { sent }),
    onError: (fault) => {
      const refusal = fault instanceof DetailedError ? refusalIn(fault.originalResponse?.getBody()) : undefined
      // what was refused is not to be found whole, and taken for stored, the next time
      if (refusal) void tus.abort(true)
      ended(id, failure(refusal ?? fault))
    },
    onSuccess: ({ lastResponse }) =>
      ended(id, { state: lastResponse.getHeader('X-Disk-Skipped') === '1' ? 'skipped' : 'done', sent: file.size }),
  })
  const entry = running.get(id)
  if (entry) entry.tus = tus
  const earlier = (await tus.findPreviousUploads())[0]
  if (earlier) tus.resumeFromPreviousUpload(earlier)
  if (isStill(id, 'sending')) tus.start()
  else running.delete(id)
}

function stop(id: string, forGood: boolean) {
  void running.get(id)?.tus?.abort(forGood)
  running.delete(id)
}

/** Stops where it is; it goes on from there. */
export function pauseUpload(id: string): void {
  const upload = uploadOf(id)
  if (!upload || !isUnderWay(upload)) return
  stop(id, false)
  patchUpload(id, { state: 'paused' })
  next()
}

/** Goes on after a pause, a failure or, with what to do, a name that was taken. */
export function resumeUpload(id: string, conflict?: DiskUpload['conflict']): void {
  const upload = uploadOf(id)
  if (!upload || isUnderWay(upload) || !fileOf(id)) return
  patchUpload(id, { state: 'waiting', error: '', ...(conflict && { conflict }) })
  queue.push(id)
  next()
}

/** Takes it out; what had gone up is given up. */
export function dropUpload(id: string): void {
  stop(id, true)
  forgetUpload(id)
  next()
}

/** Files chosen again after a reload; answers how many of them were waited for. */
export function reopenUploads(lost: readonly DiskUpload[], chosen: readonly File[]): number {
  const found = foundAgain(lost, chosen)
  for (const { upload, file } of found) {
    putUpload({ ...upload, state: 'waiting', error: '' }, file)
    queue.push(upload.id)
  }
  next()
  return found.length
}
