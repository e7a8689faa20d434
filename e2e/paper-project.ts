import { expect, type Page } from '@playwright/test'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { paper } from '#contract/paper.ts'
import { relation } from '#contract/relation.ts'
import { job } from '#contract/system.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { assumptions } from '#server/paper/testing-papers.ts'
import { ask, projectPlace } from './ask.ts'
import { type FilePayload, importTicked, inFront, ledgerFiles, newClient, upload } from './journey.ts'

/** One call of the person signed in, by its endpoint. */
export async function callAs<E extends Endpoint>(page: Page, endpoint: E, input: z.input<E['input']>) {
  const given: unknown = endpoint.input.parse(input)
  const fields = new URLSearchParams(
    Object.entries(given ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const { path } = endpoint
  const asked =
    endpoint.method === 'GET'
      ? ({ method: 'GET', path: `${path}?${fields}` } as const)
      : ({ method: 'POST', path, body: given } as const)
  return endpoint.output.parse(await ask(page, asked)) as z.output<E['output']>
}

/** Waits until no job of the project runs; none of them failed. */
export async function jobsDone(page: Page, projectId: string): Promise<void> {
  let failed: string[] = []
  await expect(async () => {
    const { records } = await callAs(page, job.list, { bizId_equal: projectId, current: 1, size: 10 })
    expect(records.filter(({ state }) => state === 'queued' || state === 'running')).toEqual([])
    failed = records.filter(({ state }) => state === 'failed').map(({ error }) => error)
  }).toPass({ timeout: 60_000 })
  expect(failed).toEqual([])
}

/**
 * A project with papers, as quickly as can be: the ledger through the page, all else by calls. `answered`: every fact that the
 * papers ask for, from the fixture's own answers.
 */
export async function projectWithPapers(
  page: Page,
  name: string,
  given: { answered?: boolean; more?: FilePayload[] } = {},
) {
  const { answered = false, more = [] } = given
  const place = await projectPlace(page, newClient(`${name}${Math.floor(Math.random() * 1e6)}`))
  const projectId = place.get('projectId') ?? ''
  await page.goto(`/firmProject/financialInfo?${place}`)
  await upload(page, ledgerFiles('yonyou-u8'))
  if (more.length > 0) await upload(page, more)
  await importTicked(page)
  await expect(inFront(page).getByText('当前使用').first()).toBeVisible({ timeout: 60_000 })
  await callAs(page, relation.propose, { projectId })
  await jobsDone(page, projectId)
  const accounts = (await callAs(page, relation.accounts, { projectId, size: 500 })).records
  const pending = accounts.filter(({ status }) => status === 'pending').map(({ code }) => ({ code }))
  if (pending.length > 0) await callAs(page, relation.decideAccounts, { projectId, accounts: pending })
  const lines = (await callAs(page, relation.lines, { projectId, size: 500 })).records
    .filter(({ status }) => status === 'pending')
    .map(({ voucherKey, line }) => ({ voucherKey, line, decision: 'accept' as const }))
  if (lines.length > 0) await callAs(page, relation.decideLines, { projectId, lines })
  await callAs(page, relation.lock, { projectId })
  await callAs(page, paper.generate, { projectId })
  await jobsDone(page, projectId)
  if (answered) {
    const asked = new Set((await callAs(page, paper.params, { projectId })).map((one) => one.name))
    const params = assumptions(readExpected('yonyou-u8')).filter((one) => asked.has(one.name))
    await callAs(page, paper.saveParams, { projectId, params })
    await jobsDone(page, projectId)
  }
  return { place, projectId }
}
