import { BY_MODEL, type Change, type Mark, type WritingBody } from '#contract/writing-doc.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import { mapInline } from './doc-text.ts'
import { bodyAt } from './writing-versions.ts'

/** So many kept versions are asked for a change that came back, as by an undo. */
const VERSIONS = 5

type Maker = { by: string; name: string }
const isChange = (mark: Mark): mark is Change => mark.type === 'insertion' || mark.type === 'deletion'

/** Who made each tracked change, by its id. */
function makersIn(body: WritingBody, makers = new Map<string, Maker>()): Map<string, Maker> {
  mapInline(body, (node) => {
    for (const { attrs } of (node.marks ?? []).filter(isChange))
      if (!makers.has(attrs.id)) makers.set(attrs.id, { by: attrs.by, name: attrs.name })
    return node
  })
  return makers
}

/**
 * The document with tracked changes under the names of those who made them: nobody proposes in another's name. A change that is known,
 * from what stands or a version, keeps its maker; a new one is the caller's or the model's.
 */
export async function honestChanges(
  db: Db,
  { id, user }: { id: string; user: Pick<User, 'id' | 'realName' | 'account'> },
  body: WritingBody,
): Promise<WritingBody> {
  const own = { by: user.id, name: user.realName || user.account }
  const claimed = [...makersIn(body)].filter(([, { by }]) => by !== user.id && by !== BY_MODEL)
  const makers = claimed.length === 0 ? new Map<string, Maker>() : makersIn(await bodyAt(db, id, 0))
  const unknown = () => claimed.some(([change, { by }]) => makers.get(change)?.by !== by)
  if (unknown()) {
    const versions = await db
      .selectFrom('writing_version')
      .select('body')
      .where('doc_id', '=', id)
      .orderBy('no', 'desc')
      .limit(VERSIONS)
      .execute()
    // stored by us, from the contract's own type
    for (const version of versions) makersIn(version.body as WritingBody, makers)
  }
  const makerOf = ({ id: change, by }: Change['attrs']): Maker => {
    if (by === BY_MODEL) return { by, name: '' }
    const known = makers.get(change)
    return known?.by === by ? known : own
  }
  const honest = (mark: Mark): Mark => {
    if (!isChange(mark)) return mark
    const { by, name } = makerOf(mark.attrs)
    return by === mark.attrs.by && name === mark.attrs.name ? mark : { ...mark, attrs: { ...mark.attrs, by, name } }
  }
  return mapInline(body, (node) => (node.marks?.some(isChange) ? { ...node, marks: node.marks.map(honest) } : node))
}
