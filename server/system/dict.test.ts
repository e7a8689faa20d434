import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { dict } from '#contract/dict.ts'
import { ImportResult, list } from '#contract/list.ts'
import { project } from '#contract/project.ts'
import { region } from '#contract/region.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let platform: Caller
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  admin = await server.as('admin', '王管理')
})

const rootOf = async (code: string) => {
  const { records } = await platform(dict.parentList, { code_equal: code })
  return records[0] ?? expect.fail(`no dictionary ${code}`)
}
const itemOf = async (code: string, key: string) => {
  const items = await platform(dict.childList, { parentId: (await rootOf(code)).id })
  return items.find(({ dictKey }) => dictKey === key) ?? expect.fail(`no item ${key}`)
}

test('a dictionary is added, filled, ordered and read in both languages', async () => {
  const root = await platform(dict.submit, {
    id: null,
    parentId: 0,
    code: 'urgency',
    dictValue: '紧急程度',
    valueEn: 'Urgency',
  })
  expect(root).toMatchObject({ parentId: '0', dictKey: '-1', isSealed: 0, version: 1 })
  const high = await platform(dict.submit, { parentId: root.id, dictKey: 'high', dictValue: '高', color: 'bad' })
  const low = await platform(dict.submit, { parentId: root.id, dictKey: 'low', dictValue: '低', valueEn: 'Low' })
  expect([high.code, high.sort, low.sort]).toEqual(['urgency', 0, 1])
  await platform(dict.submit, { id: high.id, sort: 2 })
  const zxs = await server.as('zxs')
  const said = await zxs(dict.dictionary, { code: 'urgency' }, { 'accept-language': 'en' })
  expect(said.map(({ dictKey, dictValue, color }) => [dictKey, dictValue, color])).toEqual([
    ['low', 'Low', ''],
    ['high', '高', 'bad'],
  ])
  const [tree] = await admin(dict.list, { dictValue: '低', code_equal: 'urgency' })
  expect(tree).toMatchObject({ code: 'urgency', children: [{ dictKey: 'low' }] })
  const [pick] = await admin(dict.tree, { code: 'urgency' })
  expect(pick).toMatchObject({ title: '紧急程度', key: root.id, children: [{ title: '低' }, { title: '高' }] })
  expect(pick?.children?.[0]).not.toHaveProperty('children')
  const all = await admin(dict.tree, { code: 'DICT' })
  expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(['紧急程度', '税务项目服务类型']))
  await expect(admin(dict.submit, { code: 'own', dictValue: '自己的' })).rejects.toMatchObject({ code: 403 })
  const { records } = await platform(audit.list, { bizId_equal: high.id })
  expect(records.map(({ action }) => action)).toEqual(['dict.update', 'dict.add'])
})

test('a key or a code that is there already is refused, an old version too', async () => {
  const root = await platform(dict.submit, { code: 'twice', dictValue: '重复' })
  const again = platform(dict.submit, { code: 'twice', dictValue: '又一个' })
  await expect(again).rejects.toMatchObject({ code: 400, message: '字典编号已存在：twice' })
  const one = await platform(dict.submit, { parentId: root.id, dictKey: '1', dictValue: '一' })
  const same = platform(dict.submit, { parentId: root.id, dictKey: '1', dictValue: '壹' })
  await expect(same).rejects.toMatchObject({ code: 400, message: '当前字典键值已存在!' })
  const two = await platform(dict.submit, { parentId: root.id, dictKey: '2', dictValue: '二' })
  await expect(platform(dict.submit, { id: two.id, dictKey: '1' })).rejects.toMatchObject({
    message: '当前字典键值已存在!',
  })
  await platform(dict.submit, { id: one.id, remark: '改', version: 1 })
  await expect(platform(dict.submit, { id: one.id, remark: '晚', version: 1 })).rejects.toMatchObject({ code: 409 })
})

test('a dictionary that changes its code takes its items along; an item moves within it, never under itself', async () => {
  const root = await platform(dict.submit, { code: 'before', dictValue: '改名' })
  const above = await platform(dict.submit, { parentId: root.id, dictKey: 'a', dictValue: '甲' })
  const below = await platform(dict.submit, { parentId: above.id, dictKey: 'b', dictValue: '乙' })
  await platform(dict.submit, { id: root.id, code: 'after' })
  expect((await admin(dict.dictionary, { code: 'after' })).map(({ dictKey }) => dictKey)).toEqual(['a', 'b'])
  expect(await admin(dict.dictionary, { code: 'before' })).toEqual([])
  const round = platform(dict.submit, { id: above.id, parentId: below.id })
  await expect(round).rejects.toMatchObject({ message: '不能把字典项移到它自己的下级之下' })
  const away = platform(dict.submit, { id: below.id, parentId: (await rootOf('flow')).id })
  await expect(away).rejects.toMatchObject({ message: '字典项不能移到另一个字典' })
  const moved = await platform(dict.submit, { id: below.id, parentId: root.id })
  expect(moved.parentId).toBe(root.id)
})

test('what is sealed, what the product reads and what records carry is not removed', async () => {
  const root = await platform(dict.submit, { code: 'kept', dictValue: '封存的', isSealed: 1 })
  const gone = (id: string) => platform(dict.remove, { ids: id })
  await expect(gone(root.id)).rejects.toMatchObject({
    message: '“封存的”已封存，不能删除或修改键值；请先解除封存',
  })
  await platform(dict.submit, { id: root.id, isSealed: 0 })
  await platform(dict.submit, { parentId: root.id, dictKey: 'x', dictValue: '项' })
  await expect(gone(root.id)).rejects.toMatchObject({ message: '“封存的”还有下级字典项，请先删除' })

  const seeded = await itemOf('tax_project_category', '1')
  await expect(gone(seeded.id)).rejects.toMatchObject({ message: '“汇算清缴鉴证”正在被产品使用，不能删除或修改键值' })
  const rekeyed = platform(dict.submit, { id: seeded.id, dictKey: '99' })
  await expect(rekeyed).rejects.toMatchObject({ code: 400 })
  // its name may change: that is what dictionaries are for
  expect((await platform(dict.submit, { id: seeded.id, remark: '改备注' })).remark).toBe('改备注')

  const parentId = (await rootOf('tax_project_category')).id
  const added = await platform(dict.submit, { parentId, dictKey: '77', dictValue: '专项' })
  const enterpriseId = await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, async (db) => {
    const firm = await db.selectFrom('firm').select('id').executeTakeFirstOrThrow()
    const values = { firm_id: firm.id, enterprise_name: '甲', credit_code: '9144030071526726XG' }
    return (await db.insertInto('firm_enterprise').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
  await admin(project.save, { enterpriseId, projectName: '专项', year: '2025', category: 77 })
  await expect(gone(added.id)).rejects.toMatchObject({ message: '“专项”已被1条数据使用，不能删除或修改键值' })
})

test('provinces stand; what is below them is added, moved with its level, and read a level at a time', async () => {
  const provinces = await admin(region.select, {})
  expect(provinces).toHaveLength(34)
  expect(provinces[0]).toEqual({ code: '110000', name: '北京市', level: 1, hasChildren: false })
  const english = await admin(region.select, {}, { 'accept-language': 'en' })
  expect(english.find(({ code }) => code === '440000')?.name).toBe('Guangdong')
  await expect(admin(region.list, {})).rejects.toMatchObject({ code: 403 })

  const city = await platform(region.submit, { parentCode: '440000', code: '440300', name: '深圳市' })
  const district = await platform(region.submit, { parentCode: '440300', code: '440305', name: '南山区' })
  expect([city.level, district.level, district.parentCode]).toEqual([2, 3, '440300'])
  expect(await admin(region.select, { parentCode: '440000' })).toEqual([
    { code: '440300', name: '深圳市', level: 2, hasChildren: true },
  ])
  const found = await platform(region.list, { parentCode_equal: '440300' })
  expect(found.records.map(({ name }) => name)).toEqual(['南山区'])

  const moved = await platform(region.submit, { id: city.id, parentCode: '0', version: 1 })
  expect(moved.level).toBe(1)
  expect((await platform(region.detail, { id: district.id })).level).toBe(2)
  const round = platform(region.submit, { id: city.id, parentCode: '440305' })
  await expect(round).rejects.toMatchObject({ message: '不能把区划移到它自己的下级之下' })
  const again = platform(region.submit, { code: '440300', name: '又一个' })
  await expect(again).rejects.toMatchObject({ message: '行政区划代码已存在：440300' })
  const lost = platform(region.submit, { parentCode: '999999', code: '440306', name: '宝安区' })
  await expect(lost).rejects.toMatchObject({ message: '上级区划不存在：999999' })
  const wrong = platform(region.submit, { code: '4403', name: '短' })
  await expect(wrong).rejects.toMatchObject({ message: '行政区划代码应为6位数字（乡级9位）' })
  const parent = platform(region.remove, { ids: city.id })
  await expect(parent).rejects.toMatchObject({ message: '“深圳市”还有下级区划，请先删除' })
  await platform(region.remove, { ids: `${city.id},${district.id}` })
  expect(await admin(region.select, {})).toHaveLength(34)
})

test('regions come by a workbook, each below one that is there or in the same file', async () => {
  const rows = [
    ['区划代码', '名称', '上级代码'],
    ['350203', '思明区', '350200'],
    ['350200', '厦门市', '350000'],
    ['350000', '福建', null],
  ]
  const book = async (more: (string | null)[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: '行政区划', rows: [...rows, ...more] }] }))
  const tryOut = async (content: Buffer) => {
    const { jobId } = await platform.upload(list.import, { list: 'region' }, { name: '区划.xlsx', content })
    return { jobId, result: ImportResult.parse((await platform.done(jobId)).result) }
  }
  const wrong = await tryOut(await book([['350204', '海沧区', '990000']]))
  expect(wrong.result).toMatchObject({ newRows: 2, updates: 1, errors: 1 })
  const right = await tryOut(await book([]))
  await platform.done((await platform(list.confirm, { jobId: right.jobId })).jobId)
  expect(await admin(region.select, { parentCode: '350200' })).toEqual([
    { code: '350203', name: '思明区', level: 3, hasChildren: false },
  ])
  const [province] = (await platform(region.list, { code_equal: '350000' })).records
  expect(province).toMatchObject({ name: '福建', nameEn: 'Fujian', level: 1, hasChildren: true })
})
