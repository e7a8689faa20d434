import type { PreviousUpload, Upload as TusUpload } from 'tus-js-client'
import { create } from 'zustand'
import { renewIfStale } from './renewal.ts'
import { addressOf, callHeaders, clientConfig } from './transport.ts'

const ENDPOINT = '/sc-llm/file/tus'
/** Files on their way at a time; the others wait. */
const AT_ONCE = 2
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000]
const CHUNK_BYTES = 8 * 1024 * 1024

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed'
export type Upload = {
  id: string
  name: string
  /** What it is for, e.g. 'financial'; the server decides by it who may. */
  purpose: string
  /** What it belongs to, e.g. the project's id. */
  ownerId: string
  size: number
  sent: number
  state: UploadState
  /** Why it failed, as the server said it. */
  error: string
  /** The id of the file once it has arrived. */
  fileId: string
}

type UploadsState = { uploads: Upload[] }
/** The uploads of this window, newest last. They go on while pages change. */
export const useUploadStore = create<UploadsState>(() => ({ uploads: [] }))

const running = new Map<string, { file: File; tus?: TusUpload; settled(upload: Upload): void }>()

const patch = (id: string, change: Partial<Upload>) =>
  useUploadStore.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }))
const find = (id: string) => useUploadStore.getState().uploads.find((upload) => upload.id === id)

/** The same file for the same owner resumes where it stopped, also after a reload or a closed window. */
const fingerprint = (file: File, { purpose, ownerId }: Pick<Upload, 'purpose' | 'ownerId'>) =>
  ['digao', purpose, ownerId, file.name, file.size, file.lastModified].join('-')

/** What a finished upload answers: the id of the file, in a header or in the body. */
function fileIdOf(header: string | undefined, body: string): string {
  if (header) return header
  try {
    const said: unknown = JSON.parse(body)
    const data = typeof said === 'object' && said && 'data' in said ? said.data : said
    return typeof data === 'object' && data && 'id' in data && typeof data.id === 'string' ? data.id : ''
  } catch {
    return ''
  }
}

/** The message of a refusal in the envelope, or nothing. */
function refusal(body: string | undefined): string {
  try {
    const said: unknown = JSON.parse(body ?? '')
    return typeof said === 'object' && said && 'msg' in said && typeof said.msg === 'string' ? said.msg : ''
  } catch {
    return ''
  }
}

async function run(id: string) {
  const entry = running.get(id)
  const upload = find(id)
  if (!entry || !upload) return
  patch(id, { state: 'sending', error: '' })
  const { Upload: Tus, DetailedError } = await import('tus-js-client')
  const { apiBase } = await clientConfig()
  const { file } = entry
  const end = (change: Partial<Upload>) => {
    patch(id, change)
    const now = find(id)
    if (change.state === 'done') running.delete(id)
    next()
    if (now) entry.settled(now)
  }
  const tus = new Tus(file, {
    endpoint: addressOf(ENDPOINT, apiBase),
    metadata: { purpose: upload.purpose, ownerId: upload.ownerId, name: file.name },
    fingerprint: () => Promise.resolve(fingerprint(file, upload)),
    retryDelays: RETRY_MS,
    chunkSize: CHUNK_BYTES,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      await renewIfStale()
      for (const [name, value] of Object.entries(await callHeaders())) request.setHeader(name, value)
    },
    // A refusal is an answer, not a lost connection: asking again would not change it.
    onShouldRetry: ({ originalResponse }) => {
      const status = originalResponse?.getStatus() ?? 0
      return status === 0 || status === 409 || status === 423 || status >= 500
    },
    onProgress: (sent) => patch(id, { sent }),
    onError: (fault) => {
      const body = fault instanceof DetailedError ? fault.originalResponse?.getBody() : undefined
      end({ state: 'failed', error: refusal(body) })
    },
    onSuccess: ({ lastResponse }) =>
      end({
        state: 'done',
        sent: file.size,
        fileId: fileIdOf(lastResponse.getHeader('X-File-Id'), lastResponse.getBody()),
      }),
  })
  entry.tus = tus
  const earlier: PreviousUpload | undefined = (await tus.findPreviousUploads())[0]
  if (earlier) tus.resumeFromPreviousUpload(earlier)
  if (running.has(id)) tus.start()
}

function next() {
  const { uploads } = useUploadStore.getState()
  const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length
  for (const { id } of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void run(id)
}

let count = 0
/** Puts a file in the queue; the promise is kept when it has arrived (`done`, with `fileId`) or has failed (`failed`). */
export function startUpload(file: File, { purpose, ownerId }: Pick<Upload, 'purpose' | 'ownerId'>): Promise<Upload> {
  const id = `upload-${++count}`
  const upload: Upload = {
    id,
    name: file.name,
    purpose,
    ownerId,
    size: file.size,
    sent: 0,
    state: 'waiting',
    error: '',
    fileId: '',
  }
  return new Promise((settled) => {
    running.set(id, { file, settled })
    useUploadStore.setState(({ uploads }) => ({ uploads: [...uploads, upload] }))
    next()
  })
}

/** Tries a failed upload again from where it stopped. */
export function retryUpload(id: string) {
  if (!running.has(id)) return
  patch(id, { state: 'waiting', error: '' })
  next()
}

/** Takes an upload out of the tray; one that is under way is given up. */
export function dropUpload(id: string) {
  void running.get(id)?.tus?.abort(true)
  running.delete(id)
  useUploadStore.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
  next()
}

/** The uploads for one owner, or all. */
export function useUploads(ownerId?: string): Upload[] {
  const { uploads } = useUploadStore()
  return ownerId === undefined ? uploads : uploads.filter((upload) => upload.ownerId === ownerId)
}
