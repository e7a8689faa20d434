import type { z } from 'zod'
import type { Check, Difference, Report } from '#contract/ledger.ts'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import type { DatasetRow } from './dataset.ts'
import { fileNames } from './ledger-rows.ts'
import type { StoredCheck, StoredDifference, StoredReport } from './stored-report.ts'
import { sentence, wordOf } from './words.ts'

type Shown = { language: Language; files: ReadonlyMap<number, string>; accounts: ReadonlyMap<string, string> }

/** The stored tie-out report in the caller's language, with the names of files and accounts. */
export async function shownReport(db: Db, dataset: DatasetRow, language: Language): Promise<Report> {
  const stored = dataset.report as StoredReport
  const files = await fileNames(db, dataset.id)
  const codes = stored.checks.flatMap(({ differences }) => differences.flatMap(({ where }) => where.account ?? []))
  const shown: Shown = { language, files, accounts: await accountNames(db, dataset.id, [...new Set(codes)]) }
  return {
    datasetId: dataset.id,
    checks: stored.checks.map((check) => shownCheck(check, shown)),
    coverage: stored.coverage.map(({ file, sheet, months }) => ({
      file: [files.get(file) ?? '', sheet].filter((name) => name !== '').join(' · '),
      months,
    })),
    months: stored.months ?? [],
    closingVouchers: stored.closing,
    yearEndVouchers: stored.yearEnd,
  }
}

async function accountNames(db: Db, datasetId: string, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger_account')
    .select(['code', 'full_name'])
    .where('dataset_id', '=', datasetId)
    .where('period', '=', 'current')
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map(({ code, full_name }) => [code, full_name]))
}

function shownCheck(check: StoredCheck, shown: Shown): z.output<typeof Check> {
  const { language } = shown
  return {
    id: check.id,
    name: wordOf('check', check.id, language),
    severity: check.severity,
    status: check.status,
    text: checkText(check, language),
    compared: check.compared,
    differences: check.differences.map((difference) => shownDifference(difference, shown)),
    more: check.more,
  }
}

/** What was compared and what came of it, or why the check did not run. */
function checkText(check: StoredCheck, language: Language): string {
  if (check.reason) return sentence(check.reason, language)
  const count = check.differences.length + check.more
  const looked = sentence(
    { code: `looked_${check.id}`, params: { ...blanks, ...inWords(check.facts, language), compared: check.compared } },
    language,
  )
  // A report of an older version has no facts to put into the sentence.
  if (looked.includes('{')) {
    return count === 0
      ? say('checkPassed', language, { compared: check.compared })
      : say('checkFailed', language, { compared: check.compared, count })
  }
  if (count === 0) return looked
  const following = check.differences.filter(({ follows }) => follows !== undefined).length
  const found =
    following > 0 ? say('checkFoundFollowing', language, { count, following }) : say('checkFound', language, { count })
  return language === 'zh-CN' ? `${looked}${found}` : `${looked} ${found}`
}

function shownDifference(
  difference: StoredDifference,
  { language, files, accounts }: Shown,
): z.output<typeof Difference> {
  const { where } = difference
  const at = where.voucher ?? where.account ?? where.period ?? where.label ?? ''
  const name = at === where.account ? accounts.get(at) : where.label
  return {
    at,
    atName: name === undefined || name === at ? '' : name,
    atKind: atKindOf(where),
    measure: where.measure ? wordOf('measure', where.measure, language) : '',
    expected: yuanOf(difference.expected),
    actual: yuanOf(difference.actual),
    difference: yuanOf(difference.difference),
    kind: difference.class,
    kindName: wordOf('class', difference.class, language),
    text: difference.follows
      ? say('followsCheck', language, { id: difference.follows, name: wordOf('check', difference.follows, language) }) +
        sentence(difference.cause, language)
      : sentence(difference.cause, language),
    follows: difference.follows ?? '',
    rows: difference.rows.map(({ file, sheet, row }) => ({ file: files.get(file) ?? '', sheet, row })),
  }
}

/** Facts that are codes, as words: what the files really are. */
function inWords(facts: StoredCheck['facts'], language: Language): StoredCheck['facts'] {
  const { containers, encodings } = facts
  // files that are not text carry their own encoding
  const own = encodings === '' ? { encodings: sentence({ code: 'encodingOwn', params: {} }, language) } : {}
  if (typeof containers !== 'string' || containers === '') return { ...facts, ...own }
  const words = containers.split('、').map((code) => wordOf('container', code, language))
  return { ...facts, ...own, containers: words.join(language === 'zh-CN' ? '、' : ', ') }
}

/** Words that a fact may leave empty: a container of no encoding. */
const blanks = { containers: '—', encodings: '—' }

const atKindOf = (where: StoredDifference['where']): z.output<typeof Difference>['atKind'] => {
  if (where.voucher !== undefined) return 'voucher'
  if (where.account !== undefined) return 'account'
  return where.period === undefined ? 'label' : 'period'
}

const yuanOf = (fen: string | null) => (fen === null ? null : yuan(BigInt(fen)))
