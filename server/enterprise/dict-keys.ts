import type { TextKey } from '#contract/errors.ts'
import type { Text } from '#contract/texts.ts'
import { enterpriseDicts } from '#contract/enterprise.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from '../list/export-job.ts'
import { dictService } from '../system/dict-service.ts'
import { enterpriseWords } from './enterprise-words.ts'

const refusal: TextKey = 'dictKeyUnknown'

/** A key that the dictionary does not have is refused by name; an empty one says that nothing is known. */
export async function refuseUnknownKey(
  context: Context,
  { code, field, keys }: { code: string; field: Text; keys: readonly string[] },
): Promise<void> {
  const asked = keys.filter((key) => key !== '')
  if (asked.length === 0) return
  const known = new Set((await dictService.dictionary(context, { code })).map(({ dictKey }) => dictKey))
  const value = asked.find((key) => !known.has(key))
  if (value !== undefined) throw new Refusal(refusal, { field: inLanguage(field, context.language), value })
}

type DictField = keyof typeof enterpriseDicts
type Keys = { [K in DictField]?: string | undefined }
const isField = (field: string): field is DictField => field in enterpriseDicts

/** The keys an enterprise is sent with must be in their dictionaries; what it has already may stay. */
export async function refuseUnknownKeys(context: Context, sent: Keys, has: Keys = {}): Promise<void> {
  for (const field of Object.keys(enterpriseDicts).filter(isField)) {
    const key = sent[field]
    if (key === undefined || key === has[field]) continue
    await refuseUnknownKey(context, { code: enterpriseDicts[field], field: enterpriseWords[field], keys: [key] })
  }
}
