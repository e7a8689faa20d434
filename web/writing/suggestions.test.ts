import { getSchema } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { writingExtensions } from './doc-schema.ts'
import { decide, proposeRemoval, proposeText, suggestionsIn } from './suggestions.ts'

const schema = getSchema(writingExtensions())
const by = (id: string, who = 'model') => ({ id, by: who, name: '', at: '', say: '' })
const stateOf = (...lines: string[]) =>
  EditorState.create({
    doc: schema.node(
      'doc',
      null,
      lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)])),
    ),
  })
const linesIn = ({ doc }: EditorState) => {
  const lines: string[] = []
  doc.forEach((node) => lines.push(node.textContent))
  return lines
}
const decided = (state: EditorState, accepted: boolean, id?: string) => state.apply(decide(state.tr, accepted, id))

describe('a proposed text', () => {
  test('in one paragraph touches only the words that differ, and both answers lead to a clean text', () => {
    const state = stateOf('本年收入为100元，较上年增长。')
    const proposed = state.apply(
      proposeText(state.tr, { from: 1, to: 17 }, { text: '本年收入为120元，较上年略有增长。', attrs: by('a') }),
    )
    expect(suggestionsIn(proposed.doc)).toMatchObject([{ id: 'a', by: 'model', removed: '100', added: '120略有' }])
    expect(linesIn(decided(proposed, true))).toEqual(['本年收入为120元，较上年略有增长。'])
    expect(linesIn(decided(proposed, false))).toEqual(['本年收入为100元，较上年增长。'])
  })
  test('of several lines stands as paragraphs of its own; refused, they go with their words', () => {
    const state = stateOf('甲', '乙')
    const proposed = state.apply(proposeText(state.tr, { from: 2, to: 2 }, { text: '一\n\n二', attrs: by('a') }))
    expect(linesIn(proposed)).toEqual(['甲', '一', '二', '乙'])
    expect(linesIn(decided(proposed, true))).toEqual(['甲', '一', '二', '乙'])
    expect(linesIn(decided(proposed, false))).toEqual(['甲', '乙'])
  })
  test('for a whole paragraph replaces it without an empty one left', () => {
    const state = stateOf('前', '完全不同的旧话', '后')
    const proposed = state.apply(proposeText(state.tr, { from: 4, to: 11 }, { text: '新一\n新二', attrs: by('a') }))
    expect(linesIn(decided(proposed, true))).toEqual(['前', '新一', '新二', '后'])
    expect(linesIn(decided(proposed, false))).toEqual(['前', '完全不同的旧话', '后'])
  })
  test('fills an empty paragraph', () => {
    const state = stateOf('')
    const proposed = state.apply(proposeText(state.tr, { from: 1, to: 1 }, { text: '一\n二', attrs: by('a') }))
    expect(linesIn(proposed)).toEqual(['一', '二'])
    expect(linesIn(decided(proposed, false))).toEqual([''])
  })
  test('links its citations to places inside the product', () => {
    const state = stateOf('')
    const proposed = state.apply(
      proposeText(state.tr, { from: 1, to: 1 }, { text: '依据[1]及[2]', attrs: by('a'), links: ['/knowledge/x'] }),
    )
    const hrefs: unknown[] = []
    proposed.doc.descendants((node) => {
      for (const { type, attrs } of node.marks) if (type.name === 'link') hrefs.push([node.text, attrs['href']])
    })
    expect(hrefs).toEqual([['[1]', '/knowledge/x']])
  })
})

test('one change is decided without the others', () => {
  const state = stateOf('甲乙', '丙')
  const first = state.apply(proposeText(state.tr, { from: 3, to: 3 }, { text: '一', attrs: by('a') }))
  const both = first.apply(proposeRemoval(first.tr, { from: 1, to: 2 }, by('b', 'u1')))
  expect(suggestionsIn(both.doc).map(({ id }) => id)).toEqual(['b', 'a'])
  const kept = decided(both, true, 'a')
  expect(suggestionsIn(kept.doc)).toMatchObject([{ id: 'b', removed: '甲', added: '' }])
  expect(linesIn(decided(kept, true))).toEqual(['乙一', '丙'])
})

test('taking out what one proposed oneself takes it out at once', () => {
  const state = stateOf('甲')
  const added = state.apply(proposeText(state.tr, { from: 2, to: 2 }, { text: '新词', attrs: by('a', 'u1') }))
  const removed = added.apply(proposeRemoval(added.tr, { from: 1, to: 4 }, by('b', 'u1')))
  expect(linesIn(removed)).toEqual(['甲'])
  expect(suggestionsIn(removed.doc)).toMatchObject([{ id: 'b', removed: '甲' }])
})
