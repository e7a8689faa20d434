import { beforeAll, expect, test } from 'vitest'
import { writing } from '#contract/writing.ts'
import type { InlineNode } from '#contract/writing-doc.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { bodyOf, line, newWriting, say } from './testing-writing.ts'

let server: TestServer
let zhang: Caller
let li: Caller
beforeAll(async () => {
  server = await testServer()
  zhang = await server.as('zxs', '张审计')
  li = await server.as('zxs', '李审计')
})

const change = (
  changeId: string,
  by: Caller | 'model' | '',
  name: string,
): NonNullable<InlineNode['marks']>[number] => ({
  type: 'insertion',
  attrs: { id: changeId, by: typeof by === 'string' ? by : by.userId, name, at: '2026-05-01 10:00:00', say: '' },
})
const proposed = (...marks: NonNullable<InlineNode['marks']>) => bodyOf(...marks.map((mark) => line(say('加', mark))))
test('nobody proposes a change in another’s name; a change keeps its maker through an undo', async () => {
  const id = await newWriting(zhang, '修订', { share: 'firm' })
  await zhang(writing.update, { id, othersEdit: true })
  const makers = async () =>
    (JSON.stringify((await zhang(writing.detail, { id })).body).match(/"by":"[^"]*"/g) ?? []).map((by) =>
      by.slice(6, -1).replace(li.userId, '李').replace(zhang.userId, '张'),
    )
  const [lis, zhangs] = [change('c1', li, '李审计'), change('c2', zhang, '张审计')]
  await li(writing.save, { id, baseRev: 2, body: proposed(lis) })
  await li(writing.lease, { id, act: 'release' })
  const body = proposed(lis, zhangs, change('c3', li, '李审计'), change('c4', 'model', 'AI'), change('c5', '', '客户'))
  await zhang(writing.save, { id, baseRev: 3, body })
  expect(await makers()).toEqual(['李', '张', '张', 'model', '张'])
  await zhang(writing.save, { id, baseRev: 4, body: proposed(zhangs) })
  await zhang(writing.save, { id, baseRev: 5, body: proposed(lis, zhangs) })
  expect(await makers()).toEqual(['李', '张'])
})
