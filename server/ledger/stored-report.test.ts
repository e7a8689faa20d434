import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { texts } from '#contract/errors.ts'
import { checkIds, severities } from '#engine/ledger/tie-out-report.ts'
import importChecks from '#facts/import-checks.json' with { type: 'json' }
import { readDataset } from './read/read-dataset.ts'
import { reportOf, type StoredReport } from './stored-report.ts'

const sets = join(import.meta.dirname, '../../e2e/fixtures/ledgers')
const folder = mkdtempSync(join(tmpdir(), 'tie-out-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Handed = { name: string; content: string | Buffer }
let made = 0

/** Reads files as an import does and verifies them. */
async function verified(files: readonly Handed[], sha256: string[] = []): Promise<StoredReport> {
  made += 1
  const placed = files.map(({ name, content }, at) => {
    const path = join(folder, `${made}-${at}`)
    writeFileSync(path, content)
    return { name, path }
  })
  return reportOf(await readDataset(placed, { year: 2025 }), { sha256 }).report
}
const filesOf = (set: string): Handed[] =>
  readdirSync(join(sets, set))
    .filter((name) => !/\.(?:md|json)$/.test(name))
    .map((name) => ({ name, content: readFileSync(join(sets, set, name)) }))
const told = ({ checks }: StoredReport) =>
  checks.flatMap(({ id, severity, differences }) =>
    severity === 'info'
      ? []
      : differences.map(
          ({ class: kind, where }) => `${id} ${kind} ${where.account ?? where.voucher ?? where.label ?? ''}`,
        ),
  )

test('every check of the facts is in a report, with the severity of the facts and words for what it looks at', async () => {
  const { checks } = await verified(filesOf('yonyou-u8'))
  const wanted = importChecks.checks.map(({ id, severity }) => [id, severity])
  expect(checks.map(({ id, severity }) => [id, severity])).toEqual(wanted)
  expect(checkIds.map((id) => [id, severities[id]])).toEqual(wanted)
  for (const id of checkIds) {
    expect(Object.keys(texts)).toContain(`looked_${id}`)
    expect(Object.keys(texts)).toContain(`check_${id}`)
  }
  expect(checks.every(({ status, reason }) => (status === 'skipped') === (reason !== null))).toBe(true)
})

test.each(['yonyou-u8', 'kingdee-kis', 'sap-s4'])(
  '%s: clean files raise no alarm in any of the 34 checks',
  async (set) => {
    const report = await verified(filesOf(set))
    expect(told(report)).toEqual([])
    expect(report.checks.find(({ id }) => id === 'X02')?.compared).toBeGreaterThan(30)
  },
)

test('the seeded set: each fault in its own check, and the rest names the check that explains it', async () => {
  const { checks } = await verified(filesOf('yonyou-u8-with-faults'))
  const causes = checks.flatMap(({ id, differences }) =>
    differences.flatMap(({ class: kind, where, follows }) =>
      follows ? [] : [`${id} ${kind} ${where.account ?? where.voucher ?? where.label ?? ''}`],
    ),
  )
  expect([...new Set(causes)]).toEqual(['T03 edited_total 1405', 'J01 unbalanced_voucher 10-记-15', 'J02 gap 02-记-5'])
})

const table = (rows: string[]) =>
  [
    '科目余额表,,,,,,,',
    '编制单位：河畔有限公司,,期间：2025.01-2025.12,,,,,',
    '科目编码,科目名称,期初借方,期初贷方,本期借方,本期贷方,期末借方,期末贷方',
    ...rows,
  ].join('\n')
const accounts = [
  '1001,库存现金,100.00,,50.00,20.00,130.00,',
  '1122,应收账款,300.00,,,,300.00,',
  '112201,甲公司,100.00,,,,100.00,',
  '112202,乙公司,200.00,,,,200.00,',
  '2202,应付账款,,150.00,20.00,50.00,,180.00',
  '4001,实收资本,,250.00,,,,250.00',
]
const journalRows = [
  '2025-01-05,记-1,付货款,2202,应付账款,20.00,',
  '2025-01-05,记-1,付货款,1001,库存现金,,20.00',
  '2025-02-06,记-1,借款,1001,库存现金,50.00,',
  '2025-02-06,记-1,借款,2202,应付账款,,50.00',
]
const journal = (rows: string[]) => ['日期,凭证号,摘要,科目编码,科目名称,借方金额,贷方金额', ...rows].join('\n')
const clean: Handed[] = [
  { name: '余额表2025.csv', content: table(accounts) },
  { name: '序时账2025.csv', content: journal(journalRows) },
]
const swap = (at: number, row: string, rows = journalRows) => rows.toSpliced(at, 1, row)
const instead = (name: string, content: string | Buffer): Handed[] =>
  name.startsWith('余额表') ? [{ name, content }, ...clean.slice(1)] : [...clean.slice(0, 1), { name, content }]

test('small clean files raise no alarm', async () => {
  expect(told(await verified(clean))).toEqual([])
})

describe('faults of files, sheets, rows and cells are named by their check', () => {
  const faults: [string, string, Handed[]][] = [
    [
      'F01 unread_file',
      'a picture called xlsx',
      [...clean, { name: '台账.xlsx', content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }],
    ],
    [
      'F01 unread_file',
      'a PDF called csv',
      [...clean, { name: '台账.csv', content: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n' }],
    ],
    [
      'F02 encoding',
      'a journal saved as ?',
      instead('序时账2025.csv', journal(swap(2, '2025-02-06,记-1,??????,1001,库存现金,50.00,'))),
    ],
    [
      'F02 encoding',
      'a table with replacement characters',
      instead('余额表2025.csv', table(swap(0, '1001,\uFFFD\uFFFD现金,100.00,,50.00,20.00,130.00,', accounts))),
    ],
    [
      'F02 encoding',
      'a journal read twice in the wrong encoding',
      instead('序时账2025.csv', journal(swap(2, '2025-02-06,记-1,锟斤拷锟斤拷,1001,库存现金,50.00,'))),
    ],
    ['F03 damaged_file', 'an empty file', [...clean, { name: '空.csv', content: '' }]],
    [
      'F03 damaged_file',
      'a zip cut in half',
      [...clean, { name: '半.xlsx', content: readFileSync(join(sets, 'yonyou-u8/利润表.xlsx')).subarray(0, 900) }],
    ],
    [
      'F03 formula_text',
      'a summary that would start a program',
      instead('序时账2025.csv', journal(swap(2, `2025-02-06,记-1,=cmd|'/C calc'!A1,1001,库存现金,50.00,`))),
    ],
    [
      'F03 formula_text',
      'a name that would open an address',
      instead(
        '余额表2025.csv',
        table(swap(0, '1001,"=HYPERLINK(""http://x.test"")",100.00,,50.00,20.00,130.00,', accounts)),
      ),
    ],
    ['F04 duplicate_file', 'the table twice', [...clean, { name: '余额表副本2025.csv', content: table(accounts) }]],
    [
      'S01 unknown_sheet',
      'a list that is no ledger',
      [
        ...clean,
        {
          name: '发票.csv',
          content:
            '发票号码,开票日期,购买方名称,金额,税额\n00123,2025-01-03,甲公司,100.00,13.00\n00124,2025-01-04,乙公司,200.00,26.00\n',
        },
      ],
    ],
    ['S02 no_header', 'numbers without a header', [...clean, { name: '数据.csv', content: '1,2,3\n4,5,6\n7,8,9\n' }]],
    [
      'S05 other_year',
      'a journal of 2023',
      instead('序时账2023.csv', journal(journalRows.map((row) => row.replace('2025', '2023')))),
    ],
    [
      'S06 unread_row',
      'a line with amounts and no account',
      instead('序时账2025.csv', journal([...journalRows, '2025-02-06,记-1,借款,,,9.00,'])),
    ],
    [
      'S07 duplicate_account',
      'an account printed twice',
      instead('余额表2025.csv', table([...accounts, '1001,库存现金,1.00,,,,1.00,'])),
    ],
    [
      'S09 unread_cell',
      'an amount in words',
      instead('余额表2025.csv', table(swap(0, '1001,库存现金,壹佰,,50.00,20.00,130.00,', accounts))),
    ],
    [
      'S09 unread_cell',
      'an error instead of an amount',
      instead('余额表2025.csv', table(swap(0, '1001,库存现金,100.00,,#REF!,20.00,130.00,', accounts))),
    ],
    [
      'S10 unread_date',
      'a date that is none',
      instead('序时账2025.csv', journal(swap(0, '2025-13-45,记-3,付货款,2202,应付账款,20.00,'))),
    ],
    [
      'J05 unread_row',
      'a first row without a number',
      instead('序时账2025.csv', journal(['2025-01-04,,付,2202,应付账款,20.00,', ...journalRows])),
    ],
    [
      'S04 unit',
      'a table in 万元 that does not say so',
      instead('余额表2025.csv', table(accounts.map((row) => row.replaceAll(/(\d+)\.00/g, '$10000.00')))),
    ],
  ]
  test.each(faults)('%s: %s', async (wanted, _name, files) => {
    const found = told(await verified(files)).map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(found).toContain(wanted)
  })

  test('the same file under two names', async () => {
    const report = await verified([...clean, { name: '序时账2.csv', content: journal(journalRows) }], ['a', 'b', 'b'])
    expect(told(report)).toContain('F04 duplicate_file 序时账2.csv')
  })

  test('dimension rows inside the table that do not add up', async () => {
    const rows = [
      '1001,库存现金,100.00,,50.00,20.00,130.00,',
      '1122,应收账款,300.00,,,,300.00,',
      ',甲公司,100.00,,,,100.00,',
      ',乙公司,190.00,,,,190.00,',
      '2202,应付账款,,150.00,20.00,50.00,,180.00',
      '4001,实收资本,,250.00,,,,250.00',
    ]
    const report = await verified(instead('余额表2025.csv', table(rows)))
    expect(told(report)).toContain('S08 dimension 1122')
  })
})
