import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { indicator } from '#contract/indicator.ts'
import { taxReturn } from '#contract/tax-return.ts'
import { decimal } from '#engine/binding/rational.ts'
import type { StatementLine } from '#engine/calculator/ratios.ts'
import statements from '#facts/statements.json' with { type: 'json' }
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import { texts } from './texts.ts'

type Named = { id: string; name: string }
const named = Object.values(statements.sets).flatMap(({ balanceSheet, incomeStatement }): Named[] =>
  (balanceSheet as Named[]).concat(incomeStatement),
)

type Amounts = Readonly<Record<string, string>>
const isEmpty = (amounts: Amounts) => Object.keys(amounts).length === 0

/** The lines of two years' statements, in the order of the statement; a line that neither year has is left out. */
const linesOf = (now: Amounts, before: Amounts): StatementLine[] =>
  named
    .filter(({ id }) => now[id] !== undefined || before[id] !== undefined)
    .map(({ id, name }) => ({ name, now: decimal(now[id] ?? ''), before: decimal(before[id] ?? '') }))

/** Statements as the papers of a project have them, beside those of the same client's project of the year before. */
export function ProjectStatements({ onLines }: { onLines: (lines: readonly StatementLine[]) => void }) {
  const t = useTexts(texts)
  const [projectId, choose] = useState('')
  const report = useQuery({ ...query(indicator.report, { projectId }), enabled: projectId !== '' })
  const year = report.data?.year ?? 0
  const beforeId = report.data?.years.find((one) => one.year === year - 1)?.projectId ?? ''
  const now = useQuery({ ...query(taxReturn.inputs, { projectId }), enabled: projectId !== '' })
  const before = useQuery({ ...query(taxReturn.inputs, { projectId: beforeId }), enabled: beforeId !== '' })
  const [mine, other] = [now.data?.statement, beforeId ? before.data?.statement : {}]
  useEffect(() => {
    if (mine && other) onLines(isEmpty(mine) ? [] : linesOf(mine, other))
  }, [mine, other, onLines])
  const says =
    mine && isEmpty(mine)
      ? t('projectUnready')
      : report.data && (beforeId ? t('projectYears', { now: year, before: year - 1 }) : t('projectYear', { now: year }))
  return (
    <>
      <span className="second">{t('fromProject')}</span>
      <span className="calc-project">
        <ProjectSelect label={t('fromProject')} {...(projectId && { value: projectId })} onChange={choose} />
      </span>
      {says && <output className="third">{says}</output>}
    </>
  )
}
