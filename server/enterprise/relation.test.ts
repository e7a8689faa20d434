import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { enterpriseRelation } from '#contract/enterprise-relation.ts'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
})

let made = 0
const client = async (name: string, by: Caller = admin) => {
  made += 1
  return (await by(enterprise.save, { enterpriseName: name, creditCode: testCreditCode(made) })).id
}
const link = (
  parentId: string,
  childId: string,
  share = '',
  kind: 'subsidiary' | 'branch' | 'related' = 'subsidiary',
) => admin(enterpriseRelation.save, { parentId, childId, kind, share })
const seenFrom = async (enterpriseId: string, by: Caller = admin) =>
  (await by(enterpriseRelation.list, { enterpriseId })).map(({ enterpriseName, side, kind, share }) => [
    enterpriseName,
    side,
    kind,
    share,
  ])

test('a link is seen from both ends, with the share, and goes with the audit log saying so', async () => {
  const [parent, child, friend] = [await client('母公司'), await client('子公司'), await client('关联方')]
  await link(parent, child, '51')
  await link(child, friend, '', 'related')
  expect(await seenFrom(parent)).toEqual([['子公司', 'below', 'subsidiary', '51.00']])
  expect(await seenFrom(child)).toEqual([
    ['关联方', 'beside', 'related', ''],
    ['母公司', 'above', 'subsidiary', '51.00'],
  ])
  const [{ id } = { id: '' }] = await admin(enterpriseRelation.list, { enterpriseId: parent })
  await admin(enterpriseRelation.update, { id, share: '60.5' })
  expect(await seenFrom(parent)).toEqual([['子公司', 'below', 'subsidiary', '60.50']])
  await admin(enterpriseRelation.remove, { ids: id })
  expect(await seenFrom(parent)).toEqual([])
  const { records } = await admin(audit.list, { bizId_equal: child, action: 'enterpriseRelation' })
  expect(records.map(({ action }) => action)).toContain('enterpriseRelation.remove')
})

test('no enterprise stands above itself, over any number of steps', async () => {
  const [a, b, c, d] = [await client('甲'), await client('乙'), await client('丙'), await client('丁')]
  await expect(link(a, a)).rejects.toMatchObject({ message: '企业不能与自己建立关系' })
  await link(a, b)
  await link(b, c, '', 'branch')
  await link(c, d)
  await expect(link(d, a)).rejects.toMatchObject({ message: '不能建立：丁 已是 甲 的下级企业' })
  await expect(link(c, a)).rejects.toMatchObject({ code: 400 })
  await expect(link(b, a)).rejects.toMatchObject({ code: 400 })
  // beside one another they may stand
  await link(a, d, '', 'related')
  await expect(link(d, a, '', 'related')).rejects.toMatchObject({ message: '这两家企业之间已有关系' })
})

test('of links that would close a circle together, made at once, one is refused', async () => {
  const ends = await Promise.all(['东', '南', '西', '北'].map((name) => client(name)))
  const answers = await Promise.allSettled(ends.map((end, at) => link(end, ends[(at + 1) % ends.length] ?? '')))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})

test('shares are percents and come to no more than the whole', async () => {
  const [a, b, child] = [await client('股东一'), await client('股东二'), await client('被投资')]
  for (const share of ['101', '-1', '50.001', 'all'])
    await expect(link(a, child, share)).rejects.toMatchObject({
      message: expect.stringContaining('持股比例应在 0 至 100 之间'),
    })
  await link(a, child, '60')
  await expect(link(b, child, '40.01')).rejects.toMatchObject({
    message: '被投资 的持股比例合计将达到 100.01%，超过 100%',
  })
  await link(b, child, '40')
  const [{ id } = { id: '' }] = await admin(enterpriseRelation.list, { enterpriseId: b })
  await expect(admin(enterpriseRelation.update, { id, share: '41' })).rejects.toMatchObject({ code: 400 })
})

test('a deleted enterprise holds no share and closes no circle', async () => {
  const [above, gone, below] = [await client('上级'), await client('已删'), await client('下级')]
  await link(above, gone)
  await link(gone, below, '80')
  await admin(enterprise.remove, { ids: gone })
  await link(below, above)
  const other = await client('新股东')
  await link(other, below, '100')
  expect(await seenFrom(other)).toEqual([['下级', 'below', 'subsidiary', '100.00']])
})

test('where the firm masks the names of clients, a refusal does so too', async () => {
  const where = await server.tenant()
  const boss = await server.as('admin', '李所长', where)
  const add = async (enterpriseName: string) => {
    made += 1
    return (await boss(enterprise.save, { enterpriseName, creditCode: testCreditCode(made) })).id
  }
  const [parentId, childId] = [await add('远航控股集团'), await add('远航物流公司')]
  await boss(firm.update, { id: where.firmId, website: { firmProjectEnterpriseEncrypt: true } })
  await boss(enterpriseRelation.save, { parentId, childId, kind: 'subsidiary', share: '60' })
  const turned = { parentId: childId, childId: parentId, kind: 'branch' as const }
  await expect(boss(enterpriseRelation.save, turned)).rejects.toMatchObject({
    message: '不能建立：远****司 已是 远****团 的下级企业',
  })
  const third = await add('另一家股东')
  await expect(
    boss(enterpriseRelation.save, { parentId: third, childId, kind: 'subsidiary', share: '41' }),
  ).rejects.toMatchObject({ message: '远****司 的持股比例合计将达到 101.00%，超过 100%' })
})

test('a link is taken away once, by one of two who do so at once', async () => {
  const [a, b] = [await client('总'), await client('分')]
  await link(a, b)
  const [{ id } = { id: '' }] = await admin(enterpriseRelation.list, { enterpriseId: a })
  const twice = await Promise.allSettled([1, 2].map(() => admin(enterpriseRelation.remove, { ids: id })))
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a consultant sees and links only clients of his own', async () => {
  const zhang = await server.as('zxs', '张')
  const [own, second, foreign] = [await client('张甲', zhang), await client('张乙', zhang), await client('别人的')]
  await link(own, foreign)
  await zhang(enterpriseRelation.save, { parentId: own, childId: second, kind: 'branch' })
  expect(await seenFrom(own, zhang)).toEqual([['张乙', 'below', 'branch', '']])
  await expect(
    zhang(enterpriseRelation.save, { parentId: second, childId: foreign, kind: 'branch' }),
  ).rejects.toMatchObject({ code: 404 })
  await expect(zhang(enterpriseRelation.list, { enterpriseId: foreign })).rejects.toMatchObject({ code: 404 })
  const links = await admin(enterpriseRelation.list, { enterpriseId: foreign })
  await expect(zhang(enterpriseRelation.remove, { ids: links[0]?.id ?? '' })).rejects.toMatchObject({ code: 404 })
  const stranger = await server.as('administrator', '外人', await server.tenant())
  await expect(stranger(enterpriseRelation.list, { enterpriseId: own })).rejects.toMatchObject({ code: 404 })
  await expect(stranger(enterpriseRelation.update, { id: links[0]?.id ?? '', share: '1' })).rejects.toMatchObject({
    code: 404,
  })
})
