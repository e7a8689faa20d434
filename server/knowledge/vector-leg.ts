import { nearest, type VectorSet, vectorSet } from '#engine/retrieval/vector-search.ts'
import type { AllowedVersion } from './allowed-versions.ts'
import type { Sight } from './base-reach.ts'

type Kept = { rev: number; set: VectorSet; versions: ReadonlyMap<string, string> }
/** Vectors by base and model, as long as the base does not change. */
const kept = new Map<string, Kept>()
const MOST_SETS = 64

/** How many nearest chunks each base gives. */
const DEPTH = 100

/** The nearest chunks of the allowed versions by cosine, exactly, best first. */
export async function vectorLeg(
  sight: Sight,
  { model, asked }: { model: string; asked: Float32Array },
  allowed: ReadonlyMap<string, AllowedVersion>,
): Promise<{ key: string; score: number }[]> {
  const baseIds = [...new Set([...allowed.values()].map(({ baseId }) => baseId))]
  const found: { key: string; score: number }[] = []
  for (const baseId of baseIds) {
    const set = await vectorsOf(sight, baseId, model, asked.length)
    if (!set) continue
    const allows = (chunkId: string) => allowed.has(set.versions.get(chunkId) ?? '')
    found.push(...nearest(set.set, asked, { limit: DEPTH, allows }))
  }
  return found.sort((one, other) => other.score - one.score).slice(0, DEPTH)
}

async function vectorsOf(
  { db, bases }: Sight,
  baseId: string,
  model: string,
  dimensions: number,
): Promise<Kept | undefined> {
  const base = await db
    .selectFrom('kb_base')
    .select(['tenant_id', 'rev'])
    .where('id', '=', baseId)
    .where('id', 'in', bases)
    .executeTakeFirst()
  if (!base) return undefined
  const name = `${base.tenant_id} ${baseId} ${model}`
  const known = kept.get(name)
  if (known?.rev === base.rev && known.set.dimensions === dimensions) return known
  const rows = await db
    .selectFrom('kb_vector')
    .select(['chunk_id', 'version_id', 'vector'])
    .where('base_id', '=', baseId)
    .where('model', '=', model)
    .execute()
  const given = rows.flatMap(({ chunk_id: key, vector }) => {
    const floats = new Float32Array(Uint8Array.from(vector).buffer)
    return floats.length === dimensions ? [{ key, vector: floats }] : []
  })
  if (given.length === 0) return undefined
  const versions = new Map(rows.map((row) => [row.chunk_id, row.version_id]))
  const made = { rev: base.rev, set: vectorSet(dimensions, given), versions }
  kept.delete(name)
  kept.set(name, made)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_SETS) break
    kept.delete(oldest)
  }
  return made
}
