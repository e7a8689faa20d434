import { type PackPart, packParts } from '#contract/rule-pack.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { paperPack, rulePack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { sha256 } from '#server/kernel/sha256.ts'

let digest: string | undefined

const held: Readonly<Record<PackPart, () => unknown>> = {
  rules: () => rulePack,
  forms: () => returnFacts,
  papers: () => paperPack,
}

/** Digests of the law, the forms and the papers in use, in this order: what a professional signs, and what a change makes unsigned. */
export const packHash = (): string =>
  (digest ??= packParts.map((part) => sha256(JSON.stringify(held[part]()))).join('.'))

/** The parts that are no longer what stood under a digest. */
export function partsMoved(signed: string): PackPart[] {
  const [then, now] = [signed.split('.'), packHash().split('.')]
  return packParts.filter((_, at) => then[at] !== now[at])
}

const standingSignatures = (db: Db) =>
  db
    .selectFrom('rule_pack_signature')
    .leftJoin('rule_pack_revocation', 'rule_pack_revocation.signature_id', 'rule_pack_signature.id')
    .select(['rule_pack_signature.id', 'rule_pack_signature.version', 'signer_name', 'pack_hash'])
    .where('rule_pack_revocation.signature_id', 'is', null)
    .orderBy('rule_pack_signature.create_time', 'desc')

/** The signature under which the release in use may be relied on; undefined while nobody has signed it. */
export const standingSignature = (db: Db) =>
  standingSignatures(db).where('pack_hash', '=', packHash()).limit(1).executeTakeFirst()

/** What changed since the last signature that was not revoked; empty where that one still stands or there was none. */
export async function movedSinceSigned(db: Db): Promise<PackPart[]> {
  const last = await standingSignatures(db).limit(1).executeTakeFirst()
  return last ? partsMoved(last.pack_hash) : []
}
