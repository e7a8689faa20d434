import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { bodyOf, checkConditions, checkTokens, type DavCall, within } from './call.ts'
import { hrefOf, placeOf, standing } from './place.ts'
import { multistatus, type PropName, XML_TYPE } from './properties.ts'
import { elementsOf, escaped, readXml, writtenXml } from './xml.ts'

const LONGEST_VALUE = 16 * 1024
const LONGEST_NAME = 200
const MOST_PROPS = 100

type Step = PropName & { value: string | undefined }

/** What to note and what to forget, in the order of the document. */
function readSteps(body: string): Step[] {
  const root = readXml(body)
  if (root.ns !== 'DAV:' || root.name !== 'propertyupdate') throw new Refusal('davBody')
  const steps: Step[] = []
  for (const change of elementsOf(root)) {
    if (change.ns !== 'DAV:' || (change.name !== 'set' && change.name !== 'remove')) continue
    for (const prop of elementsOf(change).filter(({ ns, name }) => ns === 'DAV:' && name === 'prop'))
      for (const { ns, name, children } of elementsOf(prop))
        steps.push({ ns, name, value: change.name === 'set' ? writtenXml(children) : undefined })
  }
  return steps
}

/** What a client may not set: what we say ourselves, and what is too much to keep. */
const refused = ({ ns, name, value }: Step) =>
  ns === 'DAV:' || name.length > LONGEST_NAME || ns.length > LONGEST_NAME || (value?.length ?? 0) > LONGEST_VALUE

/** All or nothing: what clients note is kept as it is and given back (RFC 4918 9.2). */
export async function proppatch(call: DavCall) {
  const { reply, names } = call
  const steps = readSteps(await bodyOf(call))
  const bad = steps.filter(refused)
  const { folder, full } = await within(call, async (at) => {
    const place = await placeOf(at, call.door, names)
    const node = standing(place)
    await checkConditions(call, at, place)
    await checkTokens(call, at, { node })
    if (node.level < diskLevel.edit) throw new Refusal('diskMayNot', { name: node.name })
    const isFolder = node.kind === 'folder'
    if (bad.length > 0) return { folder: isFolder, full: false }
    const kept = await at.db
      .selectFrom('dav_prop')
      .select(['namespace', 'name'])
      .where('node_id', '=', node.id)
      .execute()
    const after = new Set(kept.map((one) => `${one.namespace} ${one.name}`))
    for (const { ns, name, value } of steps) if (value !== undefined) after.add(`${ns} ${name}`)
    if (after.size > MOST_PROPS) return { folder: isFolder, full: true }
    for (const { ns, name, value } of steps) {
      if (value === undefined)
        await at.db
          .deleteFrom('dav_prop')
          .where('node_id', '=', node.id)
          .where('namespace', '=', ns)
          .where('name', '=', name)
          .execute()
      else
        await at.db
          .insertInto('dav_prop')
          .values({ node_id: node.id, namespace: ns, name, value })
          .onConflict((clash) => clash.columns(['tenant_id', 'node_id', 'namespace', 'name']).doUpdateSet({ value }))
          .execute()
    }
    return { folder: isFolder, full: false }
  })
  const status = (step: Step) =>
    full
      ? '507 Insufficient Storage'
      : bad.length === 0
        ? '200 OK'
        : bad.includes(step)
          ? '403 Forbidden'
          : '424 Failed Dependency'
  const stats = steps.map(
    (step) =>
      `<D:propstat><D:prop><${step.name} xmlns="${escaped(step.ns)}"/></D:prop><D:status>HTTP/1.1 ${status(step)}</D:status></D:propstat>`,
  )
  const href = escaped(hrefOf(names, folder))
  return reply
    .status(207)
    .type(XML_TYPE)
    .send(multistatus(`<D:response><D:href>${href}</D:href>${stats.join('')}</D:response>`))
}
