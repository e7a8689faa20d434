import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { docRequest } from '#contract/doc-request.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { InProject } from '#web/ledger/project-place.tsx'
import { NewRequest } from './NewRequest.tsx'
import { RequestDesk } from './RequestDesk.tsx'
import { texts } from './texts.ts'
import './doc-request.css'

const MOST_REQUESTS = 100

/** /material-request/index: what a project asks of its client, item by item, and how far it has come. */
export function DocRequestPage() {
  return <InProject>{(projectId) => <Requests key={projectId} projectId={projectId} />}</InProject>
}

function Requests({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [chosen, choose] = useView('request', '')
  const [making, setMaking] = useState(false)
  const list = useQuery(query(docRequest.list, { projectId, size: MOST_REQUESTS }))
  const records = list.data?.records ?? []
  const current = records.find(({ id }) => id === chosen) ?? records[0]
  const add = may('project.edit') && (
    <Button type={current ? 'default' : 'primary'} onClick={() => setMaking(true)}>
      {t('newRequest')}
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
            options={records.map(({ id, title, state }) => ({
              value: id,
              label: state === 'closed' ? `${title} · ${t('closed')}` : title,
            }))}
          />
        )
      }
      action={add}
    >
      <StateView of={list} shape={<Bones lines={10} />}>
        {() => (current ? <RequestDesk key={current.id} id={current.id} /> : <Empty says={t('none')} action={add} />)}
      </StateView>
      {making && (
        <NewRequest
          projectId={projectId}
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
