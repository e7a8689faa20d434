import { describe, expect, test } from 'vitest'
import { boxOf } from './pdf-mark.ts'
import { cellPlace, startAt } from './start-at.ts'
import { viewerLinkPath, viewerPath } from './viewer-path.ts'

describe('where the viewer opens', () => {
  test('is carried by its address, there and back', () => {
    const path = viewerPath({
      fileId: 'f1',
      name: '合同 & 附件.pdf',
      page: 3,
      find: '税率',
      box: { left: 1, top: 2, width: 30, height: 4 },
    })
    const url = new URL(path, 'https://digao.test')
    expect(url.pathname).toBe('/file-viewer/index')
    expect(url.searchParams.get('fileName')).toBe('合同 & 附件.pdf')
    const at = startAt(url.searchParams)
    expect(at).toEqual({ page: 3, cell: '', find: '税率', box: '1,2,30,4' })
    expect(boxOf(at.box)).toEqual({ left: 1, top: 2, width: 30, height: 4 })
    expect(viewerLinkPath('https://a.cn/x?y=1')).toBe('/file-viewer/index?fileLink=https%3A%2F%2Fa.cn%2Fx%3Fy%3D1')
  })

  test('is the beginning where the address makes no sense', () => {
    expect(startAt(new URLSearchParams('page=-2')).page).toBe(1)
    expect(startAt(new URLSearchParams('page=x')).page).toBe(1)
    expect(boxOf('1,2,3')).toBeUndefined()
    expect(boxOf('1,2,0,4')).toBeUndefined()
    expect(boxOf('a,b,c,d')).toBeUndefined()
  })
})

describe('a cell', () => {
  test.each([
    ['B7', { sheet: '', row: 6, column: 1 }],
    ['$AA$10', { sheet: '', row: 9, column: 26 }],
    ['利润表!C3', { sheet: '利润表', row: 2, column: 2 }],
    ["'表 1''s'!A1:C9", { sheet: "表 1's", row: 0, column: 0 }],
  ])('%s is a place', (written, place) => expect(cellPlace(written)).toEqual(place))
  test.each(['', 'B', '7', 'A0', 'XFE1', 'A1048577', '!A1'])('%j is none', (written) =>
    expect(cellPlace(written)).toBeUndefined(),
  )
})
