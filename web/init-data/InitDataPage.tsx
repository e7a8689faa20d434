import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CarryYear, initData } from '#contract/init-data.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab, useView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { EnterprisePicker } from '../project/EnterprisePicker.tsx'
import { CarryYearView } from './CarryYearView.tsx'
import { ProposalsDialog } from './ProposalsDialog.tsx'
import { texts } from './texts.ts'
import './init-data.css'

/** /initData: what a client brings along from earlier years, set up once. */
export function InitDataPage() {
  const t = useTexts(texts)
  const { query: place } = useTab()
  const [chosen, choose] = useView('client', place.get('enterpriseId') ?? '')
  return (
    <Page title={t('title')}>
      <div className="init-client">
        <label htmlFor="init-client">{t('client')}</label>
        <EnterprisePicker id="init-client" value={chosen || undefined} onChange={(id) => choose(id ?? '')} />
      </div>
      {chosen ? <Client key={chosen} enterpriseId={chosen} /> : <Empty says={t('chooseClient')} />}
    </Page>
  )
}

const isBlank = (
  name: string,
): name is
  | 'taxpayerType'
  | 'industrySection'
  | 'registeredCapital'
  | 'establishDate'
  | 'legalRepresentative'
  | 'taxAuthority' => Object.hasOwn(texts, name)

function Client({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const overview = useQuery(query(initData.overview, { enterpriseId }))
  const [chosen, choose] = useView('year')
  const [target, setTarget] = useState<CarryYear>()
  return (
    <StateView of={overview} shape={<Bones lines={8} />}>
      {({ blanks, years }) => {
        const last = years.find(({ projectId }) => projectId === '')?.year ?? (years[0] ? years[0].year - 1 : 0)
        const year = Number(chosen) || last
        return (
          <>
            <p className={blanks.length > 0 ? 'init-blanks' : 'second'}>
              {blanks.length > 0
                ? t('blanks', { list: blanks.map((name) => (isBlank(name) ? t(name) : name)).join(t('gap')) })
                : t('complete')}{' '}
              {blanks.length > 0 && may('enterprise.edit') && (
                <Button size="small" onClick={() => void navigate('/firm/firmEnterprise')}>
                  {t('master')}
                </Button>
              )}
            </p>
            <h2 className="section-title">{t('years')}</h2>
            <DataTable<CarryYear>
              name={t('years')}
              rows={years}
              rowKey={(row) => String(row.year)}
              empty={{ says: t('noYears') }}
              selected={String(year)}
              onOpen={(row) => choose(String(row.year))}
              columns={[
                {
                  key: 'year',
                  title: t('year'),
                  width: 100,
                  render: (row) => (
                    <button type="button" className="plain-button link" onClick={() => choose(String(row.year))}>
                      {row.year}
                    </button>
                  ),
                },
                {
                  key: 'projectName',
                  title: t('project'),
                  render: (row) => row.projectName || <span className="third">{t('noProject')}</span>,
                },
                {
                  key: 'datasetVersion',
                  title: t('ledger'),
                  width: 120,
                  render: (row) =>
                    row.datasetVersion > 0 ? (
                      t('version', { version: row.datasetVersion })
                    ) : (
                      <span className="third">{t('noLedger')}</span>
                    ),
                },
                {
                  key: 'cells',
                  title: t('cells'),
                  width: 140,
                  align: 'right',
                  render: (row) => row.cells || t('unknown'),
                },
                {
                  key: 'accounts',
                  title: t('accounts'),
                  width: 150,
                  align: 'right',
                  render: (row) => row.accounts || t('unknown'),
                },
                {
                  key: 'take',
                  title: '',
                  width: 130,
                  render: (row) =>
                    row.projectId !== '' &&
                    may('paper.generate') && (
                      <Button size="small" onClick={() => setTarget(row)}>
                        {t('takeIn')}
                      </Button>
                    ),
                },
              ]}
            />
            <div className="init-client">
              <label htmlFor="init-year">{t('otherYear')}</label>
              <InputNumber
                id="init-year"
                min={1990}
                max={2100}
                precision={0}
                placeholder={t('year')}
                onPressEnter={({ currentTarget }) => choose(currentTarget.value)}
                onBlur={({ currentTarget }) => currentTarget.value && choose(currentTarget.value)}
              />
            </div>
            {year > 0 && <CarryYearView key={year} enterpriseId={enterpriseId} year={year} />}
            <ProposalsDialog of={target} onClose={() => setTarget(undefined)} />
          </>
        )
      }}
    </StateView>
  )
}
