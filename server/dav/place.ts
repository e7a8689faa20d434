import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type At, type DiskRow, levelOn, nodeById, spacesOf, topOf, type WireSpace } from '../disk/port.ts'
import { childNamed, toRow } from '../disk/rows.ts'
import type { Door } from './door.ts'

export const BASE = '/dav'

/** What a path leads to: the list of spaces, something that stands, or a name that is free in a folder (or below nothing). */
export type Place =
  | { kind: 'spaces' }
  | { kind: 'node'; node: DiskRow; parent: DiskRow | undefined }
  | { kind: 'free'; parent: DiskRow | undefined; name: string }

/** The names of a path below /dav/; a refusal where it is not one of ours. */
export function namesOf(path: string): string[] {
  const [plain = ''] = path.split(/[?#]/)
  if (plain !== BASE && !plain.startsWith(`${BASE}/`)) throw new Refusal('davElsewhere')
  try {
    const names = plain
      .slice(BASE.length)
      .split('/')
      .filter(Boolean)
      .map((part) => decodeURIComponent(part))
    if (names.some((name) => /[/\0]/.test(name) || name === '.' || name === '..')) throw new Refusal('invalidValue')
    return names
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalidValue')
  }
}

export const hrefOf = (names: readonly string[], folder: boolean): string => {
  const path = names.map((name) => `/${encodeURIComponent(name)}`).join('')
  return `${BASE}${path}${folder ? '/' : ''}`
}

/** What a space is called in a path: its name, without the slash that a path cannot hold; twice the same is numbered. */
export function spaceNames(spaces: readonly WireSpace[]): Map<string, WireSpace> {
  const named = new Map<string, WireSpace>()
  for (const space of spaces) {
    const given = space.type === 'firm' ? '事务所云盘' : space.type === 'user' ? '我的云盘' : space.name
    const name = given.replaceAll('/', '／').trim() || space.id
    for (let no = 1; ; no += 1) {
      const key = no === 1 ? name : `${name} (${no})`
      if (named.has(key)) continue
      named.set(key, space)
      break
    }
  }
  return named
}
/** Names that can be typed on any keyboard. */
const aliases: Record<string, string> = { firm: '事务所云盘', mine: '我的云盘' }

const KEPT_MS = 15_000
const MOST_KEPT = 2_000
const kept = new Map<string, { until: number; ids: Map<string, string> }>()

/**
 * The top of the space of a name; undefined where the person sees none. Names are kept a moment, rights are asked each time; a
 * space that is not there any more (its making was rolled back) is looked for anew.
 */
async function topCalled(at: At, name: string): Promise<DiskRow | undefined> {
  const wanted = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
  const key = `${at.user.tenantId} ${at.user.id}`
  const known = kept.get(key)
  const id = known && known.until > Date.now() ? known.ids.get(wanted) : undefined
  const top = id === undefined ? undefined : await seen(topOf(at, id))
  if (top) return top
  const spaces = spaceNames(await spacesOf(at))
  const ids = new Map([...spaces].map(([called, { id: space }]) => [called, space]))
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, { until: Date.now() + KEPT_MS, ids })
  const space = ids.get(wanted)
  return space === undefined ? undefined : seen(topOf(at, space))
}

/** What is not there, or not for this person, is undefined. */
const seen = (row: Promise<DiskRow>): Promise<DiskRow | undefined> =>
  row.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 404) return undefined
    throw error
  })

/** Where the names lead for this person through this door; what he may not see is not there. */
export async function placeOf(at: At, door: Pick<Door, 'rootId'>, names: readonly string[]): Promise<Place> {
  const top = await topFor(at, door, names)
  if (top === 'spaces') return { kind: 'spaces' }
  const steps = door.rootId ? names : names.slice(1)
  if (!top) return { kind: 'free', parent: undefined, name: names.at(-1) ?? '' }
  let here = top
  let parent: DiskRow | undefined
  for (const [no, name] of steps.entries()) {
    const row = here.kind === 'folder' ? await childNamed(at.db, here.id, name) : undefined
    const level = row
      ? await levelOn(at, { id: row.id, spaceId: row.space_id, ancestors: row.ancestors })
      : diskLevel.none
    if (!row || level < diskLevel.view) {
      const last = no === steps.length - 1 && here.kind === 'folder'
      return { kind: 'free', parent: last ? here : undefined, name }
    }
    parent = here
    here = toRow(row, level, at.user.id)
  }
  return { kind: 'node', node: here, parent }
}

async function topFor(at: At, door: Pick<Door, 'rootId'>, names: readonly string[]) {
  if (door.rootId) return seen(nodeById(at, door.rootId))
  const [space] = names
  return space === undefined ? ('spaces' as const) : topCalled(at, space)
}

/** A name that something new gets: what the disk would keep without its outer blanks, the program would not find again. */
export function newName(names: readonly string[]): string {
  const name = names.at(-1) ?? ''
  if (name !== name.trim() && name.trim() !== '') throw new Refusal('diskNameBlank', { name })
  return name
}

/** Something that stands, or not found. */
export function standing(place: Place): DiskRow {
  if (place.kind === 'node') return place.node
  throw new Refusal(place.kind === 'spaces' ? 'davNotHere' : 'notFound')
}
