import { describe, expect, test } from 'vitest'
import type { TraceNode } from '#contract/paper.ts'
import { chainColumns, stepTo } from './chain-columns.ts'

const node = (kind: TraceNode['kind'], ref: string, title = ref): TraceNode => ({
  kind,
  ref,
  title,
  note: '',
  amount: null,
})

describe('the chain in columns', () => {
  const step = {
    node: node('paper', 'C15.adjust'),
    above: [node('return', 'A105000.15.3'), node('paper', 'C01.total')],
    below: [node('paper', 'C15.actual'), node('account', '660207', '660207 业务招待费')],
  }

  test('a cell stands in the papers, between the cells that use it and the cells it is made of', () => {
    const papers = chainColumns(step, '').find(({ kind }) => kind === 'paper')
    expect(papers?.above.map(({ ref }) => ref)).toEqual(['C01.total'])
    expect(papers?.here?.ref).toBe('C15.adjust')
    expect(papers?.below.map(({ ref }) => ref)).toEqual(['C15.actual'])
  })

  test('columns always run from the return to the voucher', () => {
    expect(chainColumns(step, '').map(({ kind }) => kind)).toEqual([
      'return',
      'paper',
      'statement',
      'standard',
      'account',
      'voucher',
    ])
  })

  test('a search narrows the lists and never the place one stands at', () => {
    const columns = chainColumns(step, '招待')
    expect(columns.flatMap(({ above, below }) => [...above, ...below]).map(({ ref }) => ref)).toEqual(['660207'])
    expect(columns.some(({ here }) => here?.ref === 'C15.adjust')).toBe(true)
  })
})

describe('the path walked', () => {
  const [line, cell, account] = [node('return', 'A100000.24'), node('paper', 'E60.r24'), node('account', '660207')]

  test('a step adds a place', () => {
    expect(stepTo([line, cell], account)).toEqual([line, cell, account])
  })
  test('a step back to a place on the path cuts what came after it', () => {
    expect(stepTo([line, cell, account], cell)).toEqual([line, cell])
  })
})
