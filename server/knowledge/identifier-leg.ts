import { sql, type SqlBool } from 'kysely'
import { identifiers } from '#engine/retrieval/identifiers.ts'
import { searchForm } from '#engine/retrieval/normal-text.ts'
import { referredTitle } from '#engine/retrieval/support.ts'
import type { AllowedVersion } from './allowed-versions.ts'
import type { Sight } from './base-reach.ts'

/** Chunks an identifier finds at most. */
const MOST = 200

/**
 * Chunks that hold an identifier of the question exactly. An article's number says nothing alone: it counts in documents whose
 * title the question names (企业所得税法第八条).
 */
export async function identifierLeg(
  { db }: Sight,
  question: string,
  allowed: ReadonlyMap<string, AllowedVersion>,
): Promise<string[]> {
  const asked = identifiers(question)
  if (asked.length === 0) return []
  const articles = asked.filter(({ kind }) => kind === 'article').map(({ value }) => value)
  const others = asked.filter(({ kind }) => kind !== 'article')
  const found: string[] = []
  if (articles.length) {
    const said = searchForm(question).replace(/\s+/g, '')
    const named = [...allowed.values()].filter(({ name }) => {
      const title = searchForm(referredTitle(name))
      return title.length >= 3 && said.includes(title)
    })
    // of 企业所得税法 and 企业所得税法实施条例 the longer name is the one that was meant
    const longest = named.reduce((most, { name }) => Math.max(most, referredTitle(name).length), 0)
    const meant = named.filter(({ name }) => referredTitle(name).length === longest).map(({ id }) => id)
    found.push(
      ...(await chunksWith(
        { db },
        articles.map((value) => ({ kind: 'article', value })),
        meant,
      )),
    )
  }
  found.push(...(await chunksWith({ db }, others, [...allowed.keys()])))
  return [...new Set(found)]
}

async function chunksWith(
  { db }: Pick<Sight, 'db'>,
  asked: readonly { kind: string; value: string }[],
  versionIds: readonly string[],
): Promise<string[]> {
  if (asked.length === 0 || versionIds.length === 0) return []
  const rows = await db
    .selectFrom('kb_ident')
    .innerJoin('kb_chunk', (join) =>
      join.onRef('kb_chunk.tenant_id', '=', 'kb_ident.tenant_id').onRef('kb_chunk.id', '=', 'kb_ident.chunk_id'),
    )
    .select('kb_ident.chunk_id as id')
    .where((eb) =>
      eb.or(asked.map(({ kind, value }) => eb.and([eb('kb_ident.kind', '=', kind), eb('kb_ident.value', '=', value)]))),
    )
    .where(sql<SqlBool>`kb_ident.version_id = any(${[...versionIds]}::uuid[])`)
    .where('kb_chunk.enabled', '=', true)
    .groupBy(['kb_ident.chunk_id', 'kb_chunk.version_id', 'kb_chunk.ord'])
    // whoever holds more of what was asked for comes first
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('kb_chunk.version_id')
    .orderBy('kb_chunk.ord')
    .limit(MOST)
    .execute()
  return rows.map(({ id }) => id)
}
