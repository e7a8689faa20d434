import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { extentOf, type Grant } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { parseInput } from '#server/kernel/input.ts'
import type { Context } from '#server/kernel/service.ts'
import type { ToolAsker } from './tool.ts'

export const languageOf = ({ language }: ToolAsker): Language => language ?? 'zh-CN'
export const actorOf = ({ user }: ToolAsker) => ({ tenantId: user.tenantId, userId: user.id })

/** A transaction of the asker's tenant, as a service sees it under this grant; refused without the grant. */
export async function underGrant<T>(
  asker: ToolAsker,
  grant: Grant,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const extent = extentOf(asker.user.held, grant)
  if (extent === undefined) throw new Refusal('forbidden')
  asker.signal?.throwIfAborted()
  const { kernel, user } = asker
  const language = languageOf(asker)
  return kernel.database.inTenant(actorOf(asker), (db: Db) =>
    work({ db, user, extent, language, address: '', trace: '', kernel, afterCommit: () => {} }),
  )
}

type Reading<E extends Endpoint> = (context: Context, input: z.output<E['input']>) => Promise<z.input<E['output']>>

/**
 * A reading call of the product, made for the asker: his grant on it, its own check of the input, its own answer. What a person cannot see on a
 * screen no tool sees.
 */
export async function readCall<E extends Endpoint>(
  asker: ToolAsker,
  endpoint: E,
  read: Reading<E>,
  input: z.input<E['input']>,
): Promise<z.output<E['output']>> {
  if (endpoint.method !== 'GET') throw new Error(`a tool may not call ${endpoint.path}`)
  const wanted = parseInput(endpoint.input, input, languageOf(asker)) as z.output<E['input']>
  const answer = await underGrant(asker, endpoint.may, (context) => read(context, wanted))
  return endpoint.output.parse(answer) as z.output<E['output']>
}
