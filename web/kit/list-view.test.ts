import { describe, expect, test } from 'vitest'
import { project } from '#contract/project.ts'
import { pageInput, readListState, saysNothing, showsView } from './list-view.ts'

const read = (query: string) => readListState(new URLSearchParams(query), { size: 20 })

describe('the state of a list in its address', () => {
  test('is the first page of the default size without anything said', () => {
    expect(read('enterpriseId=7')).toEqual({ page: 1, size: 20, sort: undefined, filters: {}, viewId: '' })
  })
  test('says page, size, sort and filters', () => {
    expect(read('page=3&size=50&sort=-year&f.projectName=甲&f.year_equal=2024&f.empty=')).toEqual({
      page: 3,
      size: 50,
      sort: { field: 'year', down: true },
      filters: { projectName: '甲', year_equal: '2024' },
      viewId: '',
    })
  })
  test('survives nonsense', () => {
    expect(read('page=-1&size=99999')).toMatchObject({ page: 1, size: 500 })
    expect(read('page=x&size=1.5')).toMatchObject({ page: 1, size: 20 })
  })
  test('asks the server for exactly that', () => {
    const input = pageInput(read('page=2&sort=-year&f.projectName=甲&f.year_equal=2024'))
    expect(project.list.input.parse(input)).toMatchObject({
      current: 2,
      size: 20,
      sort: [{ field: 'year', down: true }],
      where: [
        { field: 'projectName', op: 'like', value: '甲' },
        { field: 'year', op: 'equal', value: '2024' },
      ],
    })
  })
  test('knows whether it shows just what a saved view asks for', () => {
    const saved = { filters: { year_equal: '2024', empty: '' }, sort: '-year', pageSize: 0 }
    expect(showsView(read('f.year_equal=2024&sort=-year&page=3'), saved)).toBe(true)
    expect(showsView(read('f.year_equal=2024&sort=year'), saved)).toBe(false)
    expect(showsView(read('f.year_equal=2024&f.projectName=x&sort=-year'), saved)).toBe(false)
    expect(showsView(read('f.year_equal=2024&sort=-year'), { ...saved, pageSize: 50 })).toBe(false)
  })
  test('leaves the beginning to a default view only where it says nothing itself', () => {
    expect(saysNothing(new URLSearchParams('enterpriseId=7&v.pane=2'))).toBe(true)
    for (const said of ['page=2', 'f.year_equal=2024', 'sort=year', 'v.view=x', 'size=50'])
      expect(saysNothing(new URLSearchParams(said))).toBe(false)
  })
})
