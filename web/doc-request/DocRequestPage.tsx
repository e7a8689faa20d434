import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { docRequest, type RequestHeadRow } from '#contract/doc-request.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab, useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { NewRequest } from './NewRequest.tsx'
import { RequestDesk } from './RequestDesk.tsx'
import { texts } from './texts.ts'
import './doc-request.css'

const MOST_REQUESTS = 100
const ALL_REQUESTS = '/firm/requests'

/** What the page is about: a project, a client with its projects, or (both empty) all one reaches. */
export type RequestPlace = { projectId: string; enterpriseId: string }

/** /material-request/index of a project, /firm/requests of a client or all: what is asked for, item by item, and how far it has come. */
export function DocRequestPage() {
  const { query: at } = useTab()
  const projectId = at.get('projectId') ?? ''
  const enterpriseId = projectId ? '' : (at.get('enterpriseId') ?? '')
  return <Requests key={projectId || enterpriseId} projectId={projectId} enterpriseId={enterpriseId} />
}

function Requests(place: RequestPlace) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const [chosen, choose] = useView('request', '')
  const [making, setMaking] = useState(false)
  const list = useQuery(query(docRequest.list, { ...place, size: MOST_REQUESTS }))
  const records = list.data?.records ?? []
  const current = records.find(({ id }) => id === chosen) ?? records[0]
  const labelOf = ({ title, state, enterpriseName, projectName }: RequestHeadRow) =>
    [
      !place.projectId && !place.enterpriseId && enterpriseName,
      !place.projectId && projectName,
      title,
      state === 'closed' && t('closed'),
    ]
      .filter(Boolean)
      .join(' · ')
  const add = may('project.edit') && (
    <Button type={current ? 'default' : 'primary'} onClick={() => setMaking(true)}>
      {t('newRequest')}
    </Button>
  )
  // the menus of the edition have no entry of their own for it
  const everyOne = (place.projectId || place.enterpriseId) && (
    <Button type="link" onClick={() => void navigate(ALL_REQUESTS)}>
      {t('everyClient')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      state={
        records.length > 1 &&
        current && (
          <Select
            className="request-choice"
            aria-label={t('request')}
            value={current.id}
            onChange={choose}
            options={records.map((row) => ({ value: row.id, label: labelOf(row) }))}
          />
        )
      }
      action={
        <>
          {everyOne}
          {(current || list.isPending) && add}
        </>
      }
    >
      <StateView of={list} shape={<Bones lines={10} />}>
        {() => (current ? <RequestDesk key={current.id} id={current.id} /> : <Empty says={t('none')} action={add} />)}
      </StateView>
      {making && (
        <NewRequest
          place={place}
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false)
            choose(id)
          }}
        />
      )}
    </Page>
  )
}
