import type { OpenedRequest, PublicItemRow } from '#contract/doc-request.ts'
import type { OpenedShare, SharedItemRow } from '#contract/share.ts'
import { addressOf, answer, clientConfig, queryText, send } from '#web/kernel/transport.ts'

// These pages stay light for a phone: the contract's shapes as types, without what checks them.

const tell = async (path: string, body: object) => answer(await send({ method: 'POST', path, body }))

export const openShare = async (token: string, password: string): Promise<OpenedShare> =>
  (await tell('/sc-llm/freeApi/share/open', { token, ...(password && { password }) })) as OpenedShare
export const sharedItems = async (ticket: string, folderId: string) =>
  (await tell('/sc-llm/freeApi/share/items', { ticket, folderId })) as {
    path: { id: string; name: string }[]
    items: SharedItemRow[]
  }
export const openRequest = async (token: string, password: string): Promise<OpenedRequest> =>
  (await tell('/sc-llm/freeApi/docRequest/open', { token, ...(password && { password }) })) as OpenedRequest
export const requestItems = async (ticket: string): Promise<PublicItemRow[]> =>
  (await tell('/sc-llm/freeApi/docRequest/items', { ticket })) as PublicItemRow[]

export const SHOW = '/sc-llm/freeApi/share/show'
export const DOWNLOAD = '/sc-llm/freeApi/share/download'
export const ZIP = '/sc-llm/freeApi/share/zip'
export const SAMPLE = '/sc-llm/freeApi/docRequest/sample'
export const TUS = '/sc-llm/freeApi/guest/tus'

/** The full address of a call. */
export const addressAt = async (path: string) => addressOf(path, (await clientConfig()).apiBase)

/** The bytes of a file; a refusal is thrown in its words. */
export async function bytesOf(path: string, query: Record<string, string>): Promise<Blob> {
  const reply = await send({ method: 'GET', path, query, stream: true })
  if (!reply.ok) await answer(reply)
  return reply.blob()
}

/** What fits into memory is fetched, so that a refusal can be said; larger files go straight to the browser. */
const MOST_HELD = 64 * 2 ** 20

export async function saveFile(
  path: string,
  query: Record<string, string>,
  { name, size }: { name: string; size: number },
) {
  const link = document.createElement('a')
  link.download = name
  if (size > MOST_HELD) link.href = `${await addressAt(path)}?${queryText(query)}`
  else link.href = URL.createObjectURL(await bytesOf(path, query))
  link.click()
  if (size <= MOST_HELD) setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** What the address of a page ends in. */
export const tokenHere = () => decodeURIComponent(location.pathname.split('/')[2] ?? '')
