import { region } from '#contract/region.ts'
import { say } from '#contract/errors.ts'
import { atRow, duplicates, importOf, problemOf, type RowCheck } from '../list/list-import.ts'
import { exportOf } from '../list/list-export.ts'
import { regionService } from './region-service.ts'

const words = {
  code: { zh: '区划代码', en: 'Code' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'Name in English' },
  parentCode: { zh: '上级代码', en: 'Code above' },
  remark: { zh: '备注', en: 'Remark' },
} as const
const levels = {
  '1': { zh: '省级', en: 'Province' },
  '2': { zh: '地级', en: 'Prefecture' },
  '3': { zh: '县级', en: 'County' },
  '4': { zh: '乡级', en: 'Township' },
}

export const regionExport = exportOf(region.list, {
  name: 'region',
  title: { zh: '行政区划', en: 'Regions' },
  rows: regionService.list,
  columns: [
    { key: 'code', title: words.code, width: 14 },
    { key: 'name', title: words.name, width: 24 },
    { key: 'nameEn', title: words.nameEn, width: 20 },
    { key: 'level', title: { zh: '级别', en: 'Level' }, words: levels, width: 10 },
    { key: 'parentCode', title: words.parentCode, width: 14, value: (row) => row.parentCode.replace(/^0$/, '') },
    { key: 'remark', title: words.remark, width: 30 },
  ],
})

/** Regions by their code: an unknown one is added, a known one changed. One above another stands in the file or is there already. */
export const regionImport = importOf({
  name: 'region',
  may: 'region.edit',
  title: { zh: '行政区划', en: 'Regions' },
  hint: {
    zh: '代码已存在的区划按本表更新；省级的上级代码留空。',
    en: 'A region whose code exists is updated; the code above a province stays empty.',
  },
  columns: [
    { key: 'code', title: words.code, required: true, width: 14, example: '440300' },
    { key: 'name', title: words.name, required: true, width: 24, example: '深圳市' },
    { key: 'parentCode', title: words.parentCode, width: 14, example: '440000' },
    { key: 'nameEn', title: words.nameEn, width: 20, example: 'Shenzhen' },
    { key: 'remark', title: words.remark, width: 30 },
  ],

  async check({ db, language }, rows) {
    const repeated = duplicates(rows, 'code', language)
    const asked = rows.flatMap(({ values }) => [values.code ?? '', values.parentCode ?? ''])
    const found = rows.length
      ? await db
          .selectFrom('region')
          .select(['id', 'code'])
          .where('code', 'in', asked)
          .where('is_deleted', '=', 0)
          .execute()
      : []
    const known = new Map(found.map(({ id, code }) => [code, id]))
    const inFile = new Set(rows.map(({ values }) => values.code))
    return rows.map(({ row, values }): RowCheck => {
      const { code = '', parentCode } = values
      const lost = parentCode && !known.has(parentCode) && !inFile.has(parentCode)
      const reasons = [
        problemOf(region.submit.input, values, language),
        repeated.get(row),
        lost ? say('regionParentGone', language, { code: parentCode }) : undefined,
      ].filter((reason) => reason !== undefined)
      if (reasons.length > 0) return { state: 'error', reasons }
      const target = known.get(code)
      return target === undefined ? { state: 'new' } : { state: 'update', target }
    })
  },

  async apply(context, rows) {
    // a code sorts behind the one above it: 440000 440300 440305 440305001
    const ordered = rows.toSorted((one, other) => ((one.values.code ?? '') < (other.values.code ?? '') ? -1 : 1))
    for (const row of ordered) {
      const wanted = region.submit.input.parse({ ...row.values, ...(row.target && { id: row.target }) })
      await atRow(context, row, () => regionService.submit(context, wanted))
    }
  },
})
