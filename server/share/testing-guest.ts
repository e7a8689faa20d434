import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as tus from 'tus-js-client'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { guestTusPath } from '#contract/share.ts'
import { AnsweredError, type Caller, type TestServer } from '#server/kernel/testing.ts'
import { putFile } from '../disk/put.ts'
import type { DiskRow } from '../disk/rows.ts'
import { spacesOf } from '../disk/spaces.ts'
import { makeFolder } from '../disk/folders.ts'
import { nodeById } from '../disk/rows.ts'

type Server = Pick<TestServer, 'app' | 'kernel' | 'folder'>

/** A stranger: no session, an address of his own. */
export function guestOf({ app }: Pick<TestServer, 'app'>, address = '203.0.113.7') {
  const send = (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
    app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8', ...headers },
      remoteAddress: address,
      ...(endpoint.method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
    })
  const call = async <E extends Endpoint>(endpoint: E, input: z.input<E['input']>): Promise<z.output<E['output']>> => {
    const reply = await send(endpoint, input as Record<string, unknown>)
    const { success, msg, code, data } = reply.json<{ success: boolean; msg: string; code: number; data: unknown }>()
    if (!success) throw new AnsweredError(msg, reply.statusCode, code, data)
    return data as z.output<E['output']>
  }
  return Object.assign(call, { send })
}

const userOf = async ({ kernel }: Server, { tenantId, userId }: Caller) => {
  const user = await kernel.database.inTenant({ tenantId, userId }, (db) => kernel.sessions.keyHolder(db, userId))
  if (!user) throw new Error('nobody holds this session')
  return user
}

/** A folder at the top of the person's own space, or in another folder. */
export async function newFolder(server: Server, caller: Caller, name: string, parentId?: string): Promise<DiskRow> {
  const user = await userOf(server, caller)
  const actor = { tenantId: caller.tenantId, userId: caller.userId }
  return server.kernel.database.inTenant(actor, async (db) => {
    const at = { db, user }
    const own = (await spacesOf(at)).find(({ type }) => type === 'user')
    return makeFolder(at, { parentId: parentId ?? own?.rootId ?? '', name })
  })
}

let written = 0
/** A file in a folder of the person's. */
export async function newFile(
  server: Server,
  caller: Caller,
  what: { parentId: string; name: string; content: Buffer | string },
): Promise<DiskRow> {
  const { parentId, name, content } = what
  written += 1
  const path = join(server.folder, `made-${written}`)
  await writeFile(path, content)
  const stored = await putFile({ kernel: server.kernel, user: await userOf(server, caller) }, { parentId, name, path })
  return stored.node
}

/** What a person finds under a name in a folder of his. */
export async function childrenNames(server: Server, caller: Caller, folderId: string): Promise<string[]> {
  const actor = { tenantId: caller.tenantId, userId: caller.userId }
  const user = await userOf(server, caller)
  return server.kernel.database.inTenant(actor, async (db) => {
    await nodeById({ db, user }, folderId)
    const rows = await db
      .selectFrom('disk_node')
      .select('name')
      .where('parent_id', '=', folderId)
      .where('trashed_at', 'is', null)
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  })
}

type Upload = { url: string; ticket: string; name: string; content: Buffer | string; sender?: string; item?: string }
/** Sends a file as a stranger's browser does; a refusal is thrown in its words. */
export const sendAsGuest = ({ url, ticket, name, content, sender = '', item = '' }: Upload): Promise<void> =>
  new Promise((resolve, reject) => {
    const upload = new tus.Upload(Buffer.from(content), {
      endpoint: url + guestTusPath,
      retryDelays: [],
      headers: { 'guest-ticket': ticket },
      metadata: { ticket, name, sender, item },
      onError: (error) => {
        const body = (error as tus.DetailedError).originalResponse?.getBody() ?? ''
        reject(new Error(body.startsWith('{') ? (JSON.parse(body) as { msg: string }).msg : error.message))
      },
      onSuccess: () => resolve(),
    })
    upload.start()
  })
