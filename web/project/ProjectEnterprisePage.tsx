import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab, useTabTitle } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { listTexts } from './list-texts.ts'
import { openProject } from './open-project.ts'
import { useProjectColumns } from './project-columns.tsx'
import { texts } from './texts.ts'
import './project.css'

/** As many projects as an enterprise's panel shows. */
const MOST = 100

/** /projectfirmEnterprise/index: whose project it is: the enterprise read-only, with the ways into it and into its projects. */
export function ProjectEnterprisePage() {
  const l = useTexts(listTexts)
  const { query: place } = useTab()
  const projectId = place.get('projectId') ?? ''
  const named = place.get('enterpriseId') ?? ''
  const of = useQuery({ ...query(project.detail, { id: projectId }), enabled: projectId !== '' })
  if (projectId === '' && named === '')
    return (
      <Page title={l('ofProject')}>
        <Empty says={l('noPlace')} action={<Link to="/enterpriseProject/projectList">{l('toProjects')}</Link>} />
      </Page>
    )
  if (projectId === '') return <OfEnterprise enterpriseId={named} />
  return of.data ? (
    <OfEnterprise enterpriseId={of.data.enterpriseId} current={of.data} />
  ) : (
    <Page title={l('ofProject')}>
      <StateView of={of} shape={<Bones lines={6} />}>
        {() => null}
      </StateView>
    </Page>
  )
}

function OfEnterprise({ enterpriseId, current }: { enterpriseId: string; current?: Project }) {
  const l = useTexts(listTexts)
  const may = useMay()
  const navigate = useNavigate()
  const shownName = useShownName()
  const of = useQuery(query(enterprise.detailById, { id: enterpriseId }))
  const name = of.data && shownName(of.data.enterpriseName)
  useTabTitle(name)
  return (
    <Page
      title={name ?? <span className="bone" style={{ width: 220, height: 20 }} />}
      state={current && <span>{l('projectIs', { name: current.projectName, year: current.year })}</span>}
      action={
        of.data && (
          <>
            {current && <Button onClick={() => openProject(current)}>{l('openProject')}</Button>}
            {may('enterprise.enter') && (
              <Button
                type="primary"
                onClick={() => void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId }).toString()}`)}
              >
                {l('enterEnterprise')}
              </Button>
            )}
          </>
        )
      }
    >
      <StateView of={of} shape={<Bones lines={6} />}>
        {(row) => (
          <>
            <EnterpriseFacts of={row} />
            <Projects enterpriseId={enterpriseId} {...(current && { current: current.id })} />
          </>
        )}
      </StateView>
    </Page>
  )
}

function EnterpriseFacts({ of }: { of: Enterprise }) {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const taxpayers = useDictionary('taxpayer_type')
  const sections = useDictionary('industry_section')
  return (
    <Facts
      of={{
        [t('creditCode')]: <span className="number">{of.creditCode}</span>,
        [l('taxpayer')]: taxpayers.label(of.taxpayerType),
        [t('standard')]: t(of.accountingStandard),
        [t('industry')]: [sections.label(of.industrySection), of.industry].filter(Boolean).join(' · '),
        [l('taxAuthority')]: of.taxAuthority,
        [l('legalRepresentative')]: of.legalRepresentative,
        [t('contact')]: of.contact,
        [t('phone')]: <span className="number">{of.phone || '—'}</span>,
        [t('address')]: of.address,
        [l('clientOwner')]: of.ownerName,
      }}
    />
  )
}

function Projects({ enterpriseId, current }: { enterpriseId: string; current?: string }) {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const { name, year, category, stage, due, owner } = useProjectColumns()
  const rows = useQuery(query(project.list, { enterpriseId, current: 1, size: MOST, descs: 'year' }))
  return (
    <>
      <h2 className="section-title">{t('projects')}</h2>
      <DataTable<Project>
        name={t('projects')}
        rows={rows.data?.records}
        columns={[
          {
            ...name,
            sortable: false,
            render: (row) => (
              <span className="named">
                {row.projectName} {row.id === current && <StatusTag tone="active">{l('thisProject')}</StatusTag>}
              </span>
            ),
          },
          { ...year, sortable: false },
          category,
          stage,
          { ...due, sortable: false },
          owner,
        ]}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noProjects') }}
        onOpen={openProject}
        bones={3}
      />
    </>
  )
}
