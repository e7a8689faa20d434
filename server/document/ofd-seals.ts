import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composed, identity, type OfdMatrix, type OfdNote, type OfdPage } from '#engine/ofd/page.ts'
import { noted } from './ofd-items.ts'
import type { OfdReading, OfdSource } from './ofd-reading.ts'
import { numbersOf } from './ofd-resources.ts'
import { sealPicture, type SealPicture } from './seal-picture.ts'
import { allText, attr, child, descendants, partPath, under, xmlPart } from './xml-tree.ts'
import { zipBytes } from './zip-bytes.ts'

const LARGEST_SEAL = 4 * 1024 ** 2
const MOST_SEALS = 40
/** Things drawn in all seals together. */
const MOST_DRAWN = 20_000

type Stamp = { page: string; box: readonly number[]; parts: string[] }
type Places = { places: ReadonlyMap<string, OfdPage>; notes: Map<OfdNote, number>; read: ReadInner }
/** Reads the first page of a document inside. */
type ReadInner = (path: string) => Promise<OfdReading>
type Sealed = { count: number; pictures: OfdReading['pictures'] }
type Room = { items: number }

/** Draws the pictures of electronic seals onto the pages they stand on. No signature is verified. */
export async function drawSeals(source: OfdSource, { places, notes, read }: Places): Promise<Sealed> {
  const drawn: Sealed = { count: 0, pictures: {} }
  const room: Room = { items: MOST_DRAWN }
  const stamps = (await stampsOf(source)).filter(({ page }) => places.has(page)).slice(0, MOST_SEALS)
  const bytes = await zipBytes(source.path, new Set(stamps.flatMap(({ parts }) => parts)), LARGEST_SEAL)
  for (const [at, stamp] of stamps.entries()) {
    drawn.count += 1
    const found = stamp.parts
      .map((part) => bytes.get(part))
      .map((one) => one && sealPicture(one))
      .find((one) => one !== undefined)
    const page = places.get(stamp.page)
    const put = found && page && (await drawSeal(found, stamp, { page, key: `seal${at}`, read, room }))
    if (put) Object.assign(drawn.pictures, put)
    else noted(notes, 'seal')
  }
  return drawn
}

async function stampsOf({ zip, name, body }: OfdSource): Promise<Stamp[]> {
  const written = allText(child(body, 'Signatures')).trim()
  if (written === '') return []
  const list = partPath('OFD.xml', written)
  const index = await xmlPart(zip, list, name).catch(() => null)
  const stamps: Stamp[] = []
  for (const one of index ? descendants(index, 'Signature').slice(0, MOST_SEALS) : []) {
    const part = partPath(list, attr(one, 'BaseLoc') ?? '')
    const signature = child(await xmlPart(zip, part, name).catch(() => null), 'Signature')
    const info = child(signature, 'SignedInfo')
    if (!signature || !info) continue
    const files = [
      attr(under(info, 'Seal'), 'BaseLoc') ?? allText(under(info, 'Seal', 'BaseLoc')),
      allText(child(signature, 'SignedValue')),
    ]
    const parts = files
      .map((file) => file.trim())
      .filter(Boolean)
      .map((file) => partPath(part, file))
    for (const stamp of descendants(info, 'StampAnnot'))
      stamps.push({ page: attr(stamp, 'PageRef') ?? '', box: numbersOf(attr(stamp, 'Boundary')), parts })
  }
  return stamps
}

async function drawSeal(
  seal: SealPicture,
  { box }: Stamp,
  { page, key, read, room }: { page: OfdPage; key: string; read: ReadInner; room: Room },
): Promise<OfdReading['pictures'] | undefined> {
  const [left = 0, top = 0, width = 0, height = 0] = box
  if (![left, top, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return undefined
  if (seal.kind === 'picture') {
    const matrix = composed(identity, [width, 0, 0, height, left, top])
    page.items.push({ kind: 'picture', matrix, picture: key, alpha: 1 })
    return { [key]: { type: seal.type, data: seal.bytes.toString('base64') } }
  }
  const inner = await sealDocument(seal.bytes, read)
  const [face] = inner?.read ?? []
  if (!inner || !face || face.items.length > room.items) return undefined
  room.items -= face.items.length
  const outer: OfdMatrix = [width / face.width, 0, 0, height / face.height, left, top]
  for (const item of face.items)
    page.items.push({
      ...item,
      matrix: composed(outer, item.matrix),
      ...(item.kind === 'picture' ? { picture: `${key}/${item.picture}` } : {}),
    })
  return Object.fromEntries(Object.entries(inner.pictures).map(([name, picture]) => [`${key}/${name}`, picture]))
}

async function sealDocument(bytes: Buffer, read: ReadInner): Promise<OfdReading | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'digao-seal-'))
  try {
    const path = join(folder, 'seal.ofd')
    await writeFile(path, bytes, { mode: 0o600 })
    return await read(path)
  } catch {
    // the page is read without its seal, and says so
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
