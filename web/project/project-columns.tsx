import type { Project, ProjectWithJoin, ProjectWithSpace } from '#contract/project.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { sizeText } from '../ledger/size-text.ts'
import { listTexts } from './list-texts.ts'
import { stageTone } from './stage.ts'
import { texts } from './texts.ts'

/** By when the papers must stand; marked from the day after, while they do not. */
function DueDate({ of: { dueDate, overdue } }: { of: Pick<Project, 'dueDate' | 'overdue'> }) {
  const t = useTexts(listTexts)
  if (!dueDate) return <span className="third">—</span>
  if (!overdue) return <span className="number">{dueDate}</span>
  return (
    <span className="number" title={t('overdue')}>
      <StatusTag tone="bad">
        {dueDate}
        <span className="said-only">{t('overdue')}</span>
      </StatusTag>
    </span>
  )
}

/** The columns that every list of projects has. */
export function useProjectColumns() {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const categories = useDictionary('tax_project_category')
  const shownName = useShownName()
  const name: Column<Project> = { key: 'projectName', title: t('name'), sortable: true, cut: true }
  const enterprise: Column<Project> = {
    key: 'enterpriseName',
    title: t('enterprise'),
    cut: true,
    render: (row) => shownName(row.enterpriseName),
  }
  const year: Column<Project> = { key: 'year', title: t('year'), sortable: true, width: 80 }
  const category: Column<Project> = {
    key: 'category',
    title: t('category'),
    width: 136,
    cut: true,
    render: (row) => categories.label(row.category),
  }
  const stage: Column<Project> = {
    key: 'stage',
    title: t('stage'),
    width: 156,
    render: (row) => <StatusTag tone={stageTone[row.stage]}>{t(row.stage)}</StatusTag>,
  }
  const due: Column<Project> = {
    key: 'dueDate',
    title: l('dueDate'),
    sortable: true,
    width: 128,
    render: (row) => <DueDate of={row} />,
  }
  const owner: Column<Project> = { key: 'ownerName', title: l('owner'), width: 88, cut: true }
  const joined: Column<ProjectWithJoin>[] = [
    { key: 'templateName', title: t('template'), width: 260, cut: true, hidden: true },
    { key: 'industry', title: t('industry'), width: 130, cut: true, hidden: true },
    {
      key: 'accountingStandard',
      title: t('standard'),
      width: 168,
      hidden: true,
      render: (row) => t(row.accountingStandard),
    },
    {
      key: 'datasetVersion',
      title: l('ledgerVersion'),
      width: 100,
      hidden: true,
      render: (row) => (row.datasetVersion ? l('version', { version: row.datasetVersion }) : '—'),
    },
  ]
  const space: Column<ProjectWithSpace> = {
    key: 'fileBytes',
    title: l('files'),
    sortable: true,
    width: 136,
    render: (row) =>
      row.fileCount ? (
        <span className="number">{l('filesOf', { count: row.fileCount, size: sizeText(row.fileBytes) })}</span>
      ) : (
        <span className="third">—</span>
      ),
  }
  const times: Column<Project>[] = [
    { key: 'creditCode', title: t('creditCode'), width: 184, hidden: true },
    { key: 'createUserName', title: t('creator'), width: 110, hidden: true },
    { key: 'createTime', title: t('createTime'), sortable: true, width: 170, hidden: true },
    { key: 'updateTime', title: t('updateTime'), sortable: true, width: 170, hidden: true },
  ]
  return { name, enterprise, year, category, stage, due, owner, joined, space, times }
}
