import { useQuery } from '@tanstack/react-query'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { openProject } from '../project/open-project.ts'
import { stageTone } from '../project/stage.ts'
import { texts as words } from '../project/texts.ts'
import { texts } from './texts.ts'

/** As many as the enterprise's own panel shows. */
const MOST = 100

/** The projects of a client by year, beside the list of clients; one opens in a window of its own. */
export function ClientProjects({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const w = useTexts(words)
  const rows = useQuery(query(project.list, { enterpriseId, current: 1, size: MOST, descs: 'year' }))
  const columns: Column<Project>[] = [
    { key: 'projectName', title: w('name'), cut: true },
    { key: 'year', title: w('year'), width: 72 },
    {
      key: 'stage',
      title: w('stage'),
      width: 168,
      render: ({ stage }) => <StatusTag tone={stageTone[stage]}>{w(stage)}</StatusTag>,
    },
  ]
  return (
    <DataTable<Project>
      name={t('projects')}
      rows={rows.data?.records}
      columns={columns}
      rowKey={({ id }) => id}
      fault={rows.error}
      retry={rows.refetch}
      empty={{ says: w('noProjects') }}
      onOpen={openProject}
      bones={3}
      dense
    />
  )
}
