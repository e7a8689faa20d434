import { createHash } from 'node:crypto'
import * as tus from 'tus-js-client'
import { tusPath } from '#contract/file.ts'
import { disk } from '#contract/disk.ts'
import type { Caller } from '#server/kernel/testing.ts'

/** The folder at the top of a space of this kind that the person sees. */
export async function topFolder(caller: Caller, type: 'firm' | 'user' | 'enterprise' | 'project'): Promise<string> {
  const space = (await caller(disk.spaces, {})).find((one) => one.type === type)
  if (!space) throw new Error(`no ${type} space`)
  return space.rootId
}

export type Sent = {
  folder: string
  name: string
  content: Buffer | string
  metadata?: Record<string, string>
  options?: Partial<tus.UploadOptions>
}
export type Arrived = { fileId: string; nodeId: string; skipped: boolean; url: string }

/** An upload with the client that browsers use. */
export const sendTo =
  (url: string) =>
  (who: Caller, { folder, name, content, metadata = {}, options = {} }: Sent): Promise<Arrived> =>
    new Promise((resolve, reject) => {
      const up = new tus.Upload(Buffer.from(content), {
        endpoint: url + tusPath,
        retryDelays: [],
        headers: { 'Sc-Auth': `bearer ${who.accessToken}` },
        metadata: { purpose: 'disk', ownerId: folder, name, conflict: 'version', ...metadata },
        onError: reject,
        onSuccess: ({ lastResponse }) =>
          resolve({
            fileId: lastResponse.getHeader('X-File-Id') ?? '',
            nodeId: lastResponse.getHeader('X-Node-Id') ?? '',
            skipped: lastResponse.getHeader('X-Disk-Skipped') === '1',
            url: up.url ?? '',
          }),
        ...options,
      })
      up.start()
    })

/** What a refused upload was answered. */
export async function refused(upload: Promise<unknown>): Promise<{ status: number; code?: number; msg?: string }> {
  const error: unknown = await upload.then(
    () => new Error('the upload was not refused'),
    (problem: unknown) => problem,
  )
  const response = error instanceof tus.DetailedError ? error.originalResponse : null
  if (!response) throw error
  return { status: response.getStatus(), ...(JSON.parse(response.getBody() || '{}') as object) }
}

/** Names in a folder, in the order of the list. */
export async function namesIn(caller: Caller, parentId: string, more: object = {}): Promise<string[]> {
  const { records } = await caller(disk.list, { parentId, size: '500', ...more })
  return records.map(({ name }) => name)
}

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
