import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { chat } from '#contract/chat.ts'
import { enterprise } from '#contract/enterprise.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { writing } from '#contract/writing.ts'
import { type TestServer, testServer } from '#server/kernel/testing.ts'
import { ask } from '../datasource/testing-far-server.ts'
import { handOver, projectOf } from '../ledger/testing-import.ts'
import { all, mine, only, restored } from './testing-trash.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

test('what was deleted before there was a bin is taken into it by the migration, of every firm, and comes back', async () => {
  const zhang = await server.as('zxs', '张审计')
  const li = await server.as('zxs', '李审计', await server.tenant())
  const projectId = await projectOf(zhang)
  const { enterpriseId } = await zhang(project.detail, { id: projectId })
  const fileId = await handOver(server, zhang, projectId, { name: '旧表.csv', content: 'a,b\n1,2' })
  await zhang(ledger.removeFile, { projectId, fileId })
  await zhang(project.remove, { ids: projectId })
  await zhang(enterprise.remove, { ids: enterpriseId })
  const talk = await zhang(chat.save, { title: '旧对话' })
  await zhang(chat.remove, { ids: talk.id })
  const doc = await li(writing.create, { kind: 'word', title: '旧文档' })
  await li(writing.remove, { ids: doc.id })
  const before = await mine(zhang)

  // as it was: flagged rows, and no list of them
  await ask(server.databases.admin, 'truncate trash_item')
  const migration = await readFile(new URL('../../migrations/0048_trash.sql', import.meta.url), 'utf8')
  const [takesIn = ''] = /^do \$\$[\s\S]*?^end \$\$;$/m.exec(migration) ?? []
  await ask(server.databases.owner, takesIn)

  const after = await mine(zhang)
  expect(after.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(
    before.map(({ kind, name }) => `${kind} ${name}`).toSorted(),
  )
  expect((await mine(li)).map(({ name }) => name)).toEqual(['旧文档'])
  const boss = await server.as('admin', '王管理')
  expect(await all(boss)).toHaveLength(after.length)
  expect(await restored(zhang, only(after, 'project'))).toMatchObject({ done: true })
  expect(await restored(zhang, only(after, 'file'))).toMatchObject({ done: true })
})
