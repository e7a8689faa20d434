import { Refusal } from '#server/kernel/errors.ts'
import type { At, DiskRow, WireSpace } from '../disk/port.ts'
import { mimeOf } from '../disk/port.ts'
import { etagOf } from './call.ts'
import { type DavLock, TOKEN_PREFIX } from './locks.ts'
import { hrefOf } from './place.ts'
import { elementsOf, escaped, readXml, type DavElement } from './xml.ts'

/** What a client wants to know: everything usual, only names, or these. */
export type Wanted = { kind: 'all' | 'names' } | { kind: 'some'; props: readonly PropName[] }
export type PropName = { ns: string; name: string }
/** Something noted by a client: XML as it is given back. */
export type DeadProp = PropName & { value: string }
/** What is shown of one address. */
export type Shown = {
  names: readonly string[]
  called: string
  /** Without one: the list of spaces. */
  node: DiskRow | undefined
  locks: readonly DavLock[]
  dead: readonly DeadProp[]
  space?: WireSpace | undefined
}

const DAV = 'DAV:'
/** Properties one may ask for by name: each is answered for every file of a folder. */
const MOST_ASKED = 200

export function readPropfind(body: string): Wanted {
  if (body.trim() === '') return { kind: 'all' }
  const root = readXml(body)
  if (root.ns !== DAV || root.name !== 'propfind') throw new Refusal('davBody')
  const inside = elementsOf(root).filter(({ ns }) => ns === DAV)
  const prop = inside.find(({ name }) => name === 'prop')
  if (prop) {
    const props = elementsOf(prop).map(({ ns, name }: DavElement) => ({ ns, name }))
    if (props.length > MOST_ASKED) throw new Refusal('davBody')
    return { kind: 'some', props }
  }
  if (inside.some(({ name }) => name === 'propname')) return { kind: 'names' }
  if (inside.some(({ name }) => name === 'allprop')) return { kind: 'all' }
  throw new Refusal('davBody')
}

const LOCK_ENTRY = (scope: string) =>
  `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`

export const activeLock = (lock: DavLock, root: string): string =>
  `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${lock.shared ? 'shared' : 'exclusive'}/></D:lockscope>` +
  `<D:depth>${lock.deep ? 'infinity' : '0'}</D:depth>${lock.owner ? `<D:owner>${lock.owner}</D:owner>` : ''}` +
  `<D:timeout>Second-${lock.secondsLeft}</D:timeout><D:locktoken><D:href>${TOKEN_PREFIX}${lock.token}</D:href></D:locktoken>` +
  `<D:lockroot><D:href>${escaped(root)}</D:href></D:lockroot></D:activelock>`

/** Where the thing stands that a lock is on: this one, or a folder above it. */
export function rootOf({ names, node }: { names: readonly string[]; node: DiskRow }, { nodeId }: DavLock): string {
  const above = nodeId === node.id ? 0 : node.ancestors.length - node.ancestors.indexOf(nodeId)
  return hrefOf(names.slice(0, Math.max(0, names.length - above)), above > 0 || node.kind === 'folder')
}

/** Live properties by name; a name that is asked for only (quota, RFC 4331) stands in `rare`. */
function liveOf({ names, node, called, locks, space }: Shown): {
  usual: Map<string, string>
  rare: Map<string, string>
} {
  const folder = node?.kind !== 'file'
  const usual = new Map([
    ['resourcetype', folder ? '<D:collection/>' : ''],
    ['displayname', escaped(called)],
  ])
  if (node) {
    usual.set('creationdate', node.createTime.toISOString().replace(/\.\d+Z$/, 'Z'))
    usual.set('getlastmodified', node.updateTime.toUTCString())
    usual.set('supportedlock', LOCK_ENTRY('exclusive') + LOCK_ENTRY('shared'))
    usual.set('lockdiscovery', locks.map((lock) => activeLock(lock, rootOf({ names, node }, lock))).join(''))
  }
  if (node && !folder) {
    usual.set('getcontentlength', String(node.size))
    usual.set('getcontenttype', escaped(node.mime || mimeOf(node.name)))
    usual.set('getetag', escaped(etagOf(node) ?? ''))
  }
  const rare = new Map<string, string>()
  if (space) {
    rare.set('quota-used-bytes', String(space.usedBytes))
    if (space.quotaBytes !== null) {
      const left = Math.max(0, space.quotaBytes - space.usedBytes - space.reservedBytes)
      rare.set('quota-available-bytes', String(left))
    }
  }
  return { usual, rare }
}

const dead = ({ ns, name, value }: DeadProp) => `<${name} xmlns="${escaped(ns)}">${value}</${name}>`
const live = (name: string, value: string) => (value ? `<D:${name}>${value}</D:${name}>` : `<D:${name}/>`)
const propstat = (props: readonly string[], status: string) =>
  props.length === 0
    ? ''
    : `<D:propstat><D:prop>${props.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

/** One `response` of a multistatus: what was asked for and is there, and what is not. */
export function response(shown: Shown, wanted: Wanted): string {
  const { usual, rare } = liveOf(shown)
  const there: string[] = []
  const missing: string[] = []
  if (wanted.kind === 'some') {
    for (const { ns, name } of wanted.props) {
      const value = ns === DAV ? (usual.get(name) ?? rare.get(name)) : undefined
      const noted = shown.dead.find((one) => one.ns === ns && one.name === name)
      if (value !== undefined) there.push(live(name, value))
      else if (noted) there.push(dead(noted))
      else missing.push(dead({ ns, name, value: '' }))
    }
  } else {
    const only = wanted.kind === 'names'
    for (const [name, value] of usual) there.push(live(name, only ? '' : value))
    for (const one of shown.dead) there.push(dead(only ? { ...one, value: '' } : one))
  }
  const href = escaped(hrefOf(shown.names, shown.node?.kind !== 'file'))
  const stats = propstat(there, '200 OK') + propstat(missing, '404 Not Found')
  return `<D:response><D:href>${href}</D:href>${stats || propstat([''], '200 OK')}</D:response>`
}

/** What clients noted about these, by node. */
export async function deadOf({ db }: Pick<At, 'db'>, ids: readonly string[]): Promise<Map<string, DeadProp[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dav_prop')
    .select(['node_id', 'namespace as ns', 'name', 'value'])
    .where('node_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, (row) => row.node_id)
}

export const XML_TYPE = 'application/xml; charset=utf-8'
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
export const multistatus = (responses: string) =>
  `${XML_HEAD}<D:multistatus xmlns:D="DAV:">${responses}</D:multistatus>`
