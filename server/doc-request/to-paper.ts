import type { docRequest } from '#contract/doc-request.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { entryService } from '../entry/service.ts'
import { projectFor, reachableRequest } from './reach-request.ts'
import { filesOf, itemsOf } from './request-rows.ts'

/** The register of the paper Z03 (资料清单). */
const REGISTER = 'pbc'
const LONGEST = 500

const statusOf: Readonly<Record<string, string>> = {
  waiting: 'requested',
  returned: 'partial',
  received: 'received',
  accepted: 'received',
  na: 'na',
}

/** Two items of one name are two rows: the second by its place among them, in the order of the request. */
function namedApart(items: readonly { id: string; name: string }[]): Map<string, string> {
  const used = new Set<string>()
  const names = items.map(({ id, name }) => {
    let shown = name
    for (let n = 2; used.has(shown); n += 1) shown = `${name}（${n}）`
    used.add(shown)
    return [id, shown] as const
  })
  return new Map(names)
}

/** The items as rows of the papers' own list; a row of the same name is brought up to date, others stay as they are. */
export const toPaper: Service<typeof docRequest>['toPaper'] = async (context, { id, projectId: named }) => {
  const { db } = context
  const request = await reachableRequest(context, id)
  const projectId = await projectFor(context, request, named)
  const items = await itemsOf(db, [id])
  const files = Map.groupBy(await filesOf(db, items.map((item) => item.id)), ({ item_id }) => item_id) // prettier-ignore
  const held = await entryService.rows(context, { projectId, register: REGISTER })
  const known = new Set(held.rows.map(({ values }) => values['name']))
  const nameOf = namedApart(items)
  const fresh = new Map(
    items.map((item) => {
      const name = nameOf.get(item.id) ?? item.name
      const came = files.get(item.id) ?? []
      const due = item.due_day ?? request.due_day
      const values: Record<string, string> = {
        name,
        paper: item.papers[0] ?? '',
        due: due ?? '',
        status: statusOf[item.state] ?? 'requested',
        file: came.filter((one) => !one.returned_time).map(({ name }) => name).join('、').slice(0, LONGEST), // prettier-ignore
        version: came.length ? String(came.length) : '',
      }
      return [name, values] as const
    }),
  )
  const kept = held.rows.map(({ key, values, evidence }) => ({
    key,
    values: { ...values, ...fresh.get(values['name'] ?? '') },
    evidence,
  }))
  const added = [...fresh.values()].filter(({ name }) => !known.has(name))
  const rows = [...kept, ...added.map((values) => ({ key: '', values, evidence: '' }))]
  const done = await entryService.save(context, { projectId, register: REGISTER, version: held.version, rows })
  if (!done.saved) throw conflict()
  const after = { rows: rows.length, added: added.length }
  await audit(context, { action: 'docRequest.toPaper', bizType: 'docRequest', bizId: id, after })
  return after
}
