import { expect, test } from 'vitest'
import { proposal } from '#contract/proposal.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { generated, readyProject } from '../paper/testing-papers.ts'

const server = await testServer()
const zxs = await server.as('zxs', '张审计')

test('who does not reach the project sees no proposal of it, makes none and decides none', async () => {
  const projectId = await readyProject(server, zxs, 'yonyou-u8')
  await generated(zxs, projectId)
  const { proposals } = await zxs(proposal.make, { projectId, kind: 'review', paperId: 'C15' })
  const id = proposals[0]?.id ?? ''
  expect(id).not.toBe('')
  const colleague = await server.as('zxs', '李顾问')
  const stranger = await server.as('admin', '外所', await server.tenant())
  const tried = (caller: Caller) => [
    caller(proposal.list, { projectId }),
    caller(proposal.summary, { projectId }),
    caller(proposal.make, { projectId, kind: 'review', paperId: 'C15' }),
    caller(proposal.make, { projectId, kind: 'explain', paperId: 'C15', place: 'C15.actual' }),
    caller(proposal.make, { projectId, kind: 'mapping' }),
    caller(proposal.decide, { id, accept: true }),
    caller(proposal.decide, { id, accept: false }),
  ]
  for (const caller of [colleague, stranger])
    for (const answer of await Promise.allSettled(tried(caller)))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 404 } })
  expect(await stranger(proposal.totals, {})).toEqual([])
  expect((await zxs(proposal.list, { projectId })).records.every(({ state }) => state === 'open')).toBe(true)
}, 60_000)

test('who only reads papers reads proposals and neither makes nor decides them', async () => {
  const teacher = await server.as('teacher', '王老师')
  const projectId = await readyProject(server, zxs, 'yonyou-u8')
  await generated(zxs, projectId)
  const { proposals } = await zxs(proposal.make, { projectId, kind: 'review', paperId: 'C15' })
  expect((await teacher(proposal.list, { projectId })).total).toBe(proposals.length)
  const id = proposals[0]?.id ?? ''
  await expect(teacher(proposal.make, { projectId, kind: 'review', paperId: 'C15' })).rejects.toMatchObject({
    code: 403,
  })
  await expect(teacher(proposal.decide, { id, accept: true })).rejects.toMatchObject({ code: 403 })
}, 60_000)
