import type { z } from 'zod'
import { relation, type RelationState } from '#contract/relation.ts'
import type { Caller } from '#server/kernel/testing.ts'

/** Every account of a project's bill. */
export const allAccounts = async (caller: Caller, projectId: string) =>
  (await caller(relation.accounts, { projectId, size: 500 })).records

export const allLines = async (caller: Caller, projectId: string) =>
  (await caller(relation.lines, { projectId, size: 500 })).records

/** Accepts all that waits, as a person does who agrees with every proposal. */
export async function agree(caller: Caller, projectId: string): Promise<void> {
  const accounts = (await allAccounts(caller, projectId)).filter(({ status }) => status === 'pending')
  const lines = (await allLines(caller, projectId)).filter(({ status }) => status === 'pending')
  if (accounts.length > 0) {
    await caller(relation.decideAccounts, { projectId, accounts: accounts.map(({ code }) => ({ code })) })
  }
  if (lines.length > 0) {
    const accepted = lines.map(({ voucherKey, line }) => ({ voucherKey, line, decision: 'accept' as const }))
    await caller(relation.decideLines, { projectId, lines: accepted })
  }
}

async function stateAfter(caller: Caller, projectId: string, { jobId }: { jobId: string }): Promise<RelationState> {
  const { state, error } = await caller.done(jobId)
  if (state !== 'succeeded') throw new Error(error)
  return caller(relation.state, { projectId })
}

/** Has a proposal made, and answers how the bill then is. */
export const proposed = async (caller: Caller, projectId: string): Promise<RelationState> =>
  stateAfter(caller, projectId, await caller(relation.propose, { projectId }))

/** Chooses a standard, has the proposal made by it, and answers how the bill then is. */
export const chosen = async (
  caller: Caller,
  input: z.input<typeof relation.chooseStandard.input>,
): Promise<RelationState> => stateAfter(caller, input.projectId, await caller(relation.chooseStandard, input))

/** Proposes, agrees and locks. */
export async function settle(caller: Caller, projectId: string): Promise<void> {
  await proposed(caller, projectId)
  await agree(caller, projectId)
  await caller(relation.lock, { projectId })
}
