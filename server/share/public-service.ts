import { sharePublic } from '#contract/share.ts'
import type { ShareAct, SharedItemRow } from '#contract/share.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { RawContext, Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { rangeOf } from '../system/file-service.ts'
import { childrenOf, type DiskRow, nodeById, nodesById, walk } from '../disk/rows.ts'
import { shownType } from './file-kinds.ts'
import { firmNameOf } from './firm-name.ts'
import { countGuest, heavyPace, openPace } from './guest-pace.ts'
import { lockOf, signTicket } from './guest-token.ts'
import { noteVisit } from './note-visit.ts'
import { logShare, openByTicket, openByToken, type OpenShare, type Visitor } from './open-share.ts'
import { type Part, takeOne } from './take-one.ts'
import { kindsOf, modeOf } from './share-rows.ts'
import { markWords, sendMarked, sendOriginal, sendShown, sendZip } from './send-shared.ts'

const MOST_PACKED = 2_000
const MOST_LISTED = 1_000

const at = (db: Db, { owner }: OpenShare) => ({ db, user: owner })
/** What its maker may give away: the same in every folder below. */
const given = ({ level }: DiskRow) => level >= diskLevel.download
const marks = ({ row }: OpenShare) => row.mode === 'view' || row.watermark

/** What the maker's own rights refuse reads to a stranger as not there. */
const hidden = (error: unknown): never => {
  throw error instanceof Refusal ? notFound() : error
}

/** A node that the link itself names, or one below such a folder, with the folders between; not found otherwise. */
async function within(db: Db, share: OpenShare, id: string): Promise<{ node: DiskRow; path: DiskRow[] }> {
  const top = share.nodes.find((node) => node.id === id)
  if (top) return { node: top, path: [top] }
  const node = await nodeById(at(db, share), id, diskLevel.download).catch(hidden)
  const root = share.nodes.find((one) => node.ancestors.includes(one.id))
  if (!root || root.kind !== 'folder') throw notFound()
  const between = node.ancestors.slice(node.ancestors.indexOf(root.id) + 1)
  const path = between.length ? await nodesById(at(db, share), between).catch(hidden) : []
  return { node, path: [root, ...path, node] }
}

/** Files of one name from different folders stand beside each other in an archive, none over the other. */
function oneOfEachName(files: { path: string }[]): void {
  const used = new Set<string>()
  for (const file of files) {
    const [, stem = '', ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(file.path) ?? []
    for (let n = 2; used.has(file.path.toLowerCase()); n += 1) file.path = `${stem} (${n})${ending}`
    used.add(file.path.toLowerCase())
  }
}

const item = ({ id, name, kind, size, updateTime }: DiskRow): SharedItemRow => ({
  id,
  name,
  kind,
  size,
  time: wallTime(updateTime),
  viewable: kind === 'file' && shownType(name) !== undefined,
})

const visitorOf = ({ address, request }: RawContext): Visitor => ({
  address,
  device: request.headers['user-agent'] ?? '',
})

/** The link of a ticket and one file of it, its maker allowed to give it; collect links give nothing. */
async function fileOf(context: RawContext, ticket: string, id: string) {
  const { kernel, address } = context
  await countGuest(kernel, 'file', address, heavyPace)
  const share = await openByTicket(kernel, ticket)
  if (share.row.mode === 'collect') throw notFound()
  const file = await kernel.database.inTenant({ tenantId: share.tenantId, userId: '' }, async (db) => {
    const { node } = await within(db, share, id)
    if (node.kind !== 'file') throw notFound()
    return { ...node, firmName: await firmNameOf(db) }
  })
  return { share, file, to: { ...context, tenantId: share.tenantId } }
}

type Taken = { item: string; act: 'download' | 'view' | 'zip'; what: string; part?: Part }

/** Counts and logs what leaves, before it does; what is refused stands in the log, too. */
async function taken(context: RawContext, share: OpenShare, { item: of, act, what, part }: Taken): Promise<void> {
  const { kernel } = context
  const note = (done: ShareAct) =>
    kernel.database.inTenant({ tenantId: share.tenantId, userId: '' }, (db) =>
      logShare(db, share.row.id, { act: done, what, visitor: visitorOf(context) }),
    )
  try {
    await takeOne(kernel, share, of, part)
  } catch (error) {
    if (error instanceof Refusal) await note('refused')
    throw error
  }
  await note(act)
}

export const sharePublicService: Service<typeof sharePublic> = {
  async open({ kernel, address, headers }, { token, password }) {
    await countGuest(kernel, 'open', address, openPace)
    const visitor = { address, device: headers?.['user-agent'] ?? '' }
    const share = await openByToken(kernel, { token, password }, visitor)
    const { row, tenantId, visit, locked } = share
    return kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
      const firmName = await firmNameOf(db)
      if (locked) return { firmName, needsPassword: true, ticket: '' }
      await noteVisit(kernel, db, share, visitor)
      const { mode, max_count: most, used_count: used } = row
      const limit = kernel.config.UPLOAD_LIMIT_MB / 2 ** 20
      return {
        firmName,
        needsPassword: row.password_hash !== null,
        ticket: signTicket(kernel, { kind: 'share', tenantId, id: row.id, visit, lock: lockOf(row.password_hash) }),
        mode: modeOf(mode),
        title: row.title,
        note: row.note,
        expireDay: row.expire_day,
        left: most === null ? null : most - used,
        ...(mode === 'collect' && {
          maxFileMb: Math.min(row.max_file_mb ?? limit, limit),
          kinds: kindsOf(row.kinds),
          askName: row.ask_name,
        }),
      }
    })
  },

  async items({ kernel, address }, { ticket, folderId }) {
    await countGuest(kernel, 'open', address, openPace)
    const share = await openByTicket(kernel, ticket)
    if (share.row.mode === 'collect') return { path: [], items: [] }
    return kernel.database.inTenant({ tenantId: share.tenantId, userId: '' }, async (db) => {
      const only = share.nodes.length === 1 ? share.nodes[0] : undefined
      const wanted = folderId || (only?.kind === 'folder' ? only.id : '')
      if (wanted === '' || wanted === '0') return { path: [], items: share.nodes.map(item) }
      const { node, path } = await within(db, share, wanted)
      if (node.kind !== 'folder') throw notFound()
      const children = await childrenOf(at(db, share), node, { limit: MOST_LISTED })
      return { path: path.map(({ id, name }) => ({ id, name })), items: children.filter(given).map(item) }
    })
  },

  async download(context, { ticket, id }) {
    const { share, file, to } = await fileOf(context, ticket, id)
    if (share.row.mode === 'view') throw new Refusal('shareViewOnly')
    const { size } = file
    // one with a watermark is made anew and always sent whole
    const start = marks(share) ? 0 : (rangeOf(context.request.headers.range, size)?.start ?? 0)
    await taken(context, share, { item: id, act: 'download', what: file.name, part: { start, size } })
    if (!marks(share)) return sendOriginal(to, file)
    return sendMarked(to, file, { words: markWords(file.firmName, context.address), inline: false })
  },

  async show(context, { ticket, id }) {
    const { share, file, to } = await fileOf(context, ticket, id)
    const type = shownType(file.name)
    if (!type) throw new Refusal('shareNoMark', { file: file.name })
    await taken(context, share, { item: id, act: 'view', what: file.name })
    if (!marks(share)) return sendShown(to, file, type)
    return sendMarked(to, file, { words: markWords(file.firmName, context.address), inline: true })
  },

  async zip(context, { ticket, folderId }) {
    const { kernel, address } = context
    await countGuest(kernel, 'file', address, heavyPace)
    const share = await openByTicket(kernel, ticket)
    if (share.row.mode !== 'download' || share.row.watermark) throw new Refusal('shareViewOnly')
    const { tenantId } = share
    const { name, files } = await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
      const wanted = folderId && folderId !== '0' ? [(await within(db, share, folderId)).node] : share.nodes
      const files: (DiskRow & { path: string })[] = []
      for (const node of wanted) {
        const below = await walk(at(db, share), node, MOST_PACKED).catch((error: unknown) => {
          throw error instanceof Refusal ? new Refusal('shareZipLarge') : error
        })
        files.push(...below.filter((one) => one.kind === 'file' && given(one)))
        if (files.length > MOST_PACKED) throw new Refusal('shareZipLarge')
      }
      oneOfEachName(files)
      return { name: wanted.length === 1 ? (wanted[0]?.name ?? '') : share.row.title, files }
    })
    if (files.length === 0) throw notFound()
    await taken(context, share, { item: `zip ${folderId ?? ''}`, act: 'zip', what: name })
    await sendZip({ ...context, tenantId }, `${name || 'files'}.zip`, files)
  },
}
