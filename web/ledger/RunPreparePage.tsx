import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Dataset, ledger, type Report } from '#contract/ledger.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ActivateVersion } from './ActivateVersion.tsx'
import { type Check, countOf, groupChecks, groupOf, verdictOf } from './check-groups.ts'
import { CheckRow } from './CheckRow.tsx'
import { CompletenessStatement } from './CompletenessStatement.tsx'
import { Coverage } from './Coverage.tsx'
import { tones } from './dataset-tone.ts'
import { type Difference, DifferenceDrawer } from './DifferenceDrawer.tsx'
import { DroppedByReason } from './DroppedByReason.tsx'
import { InProject, useProjectHref } from './project-place.tsx'
import { texts } from './texts.ts'
import { VoucherDrawer } from './VoucherDrawer.tsx'
import './ledger.css'

/** Versions that were read to the end and so have a report. */
const verifiable = ({ state }: Dataset) => state === 'verified' || state === 'active' || state === 'superseded'

/** /firmProject/runprepare: does the ledger tie out, and where not; puts a dataset version to use. */
export function RunPreparePage() {
  return <InProject>{(projectId) => <RunPrepare projectId={projectId} />}</InProject>
}

function RunPrepare({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const may = useMay()
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const [chosen, choose] = useView('dataset')
  const versions = datasets.data?.filter(verifiable) ?? []
  const one = versions.find(({ id }) => id === chosen) ?? versions[0]
  const toImport = () => void navigate(href('/firmProject/financialInfo'))
  return (
    <Page
      title={t('runPrepare')}
      state={
        one && (
          <>
            <Select
              aria-label={t('chooseVersion')}
              variant="borderless"
              value={one.id}
              onChange={choose}
              popupMatchSelectWidth={false}
              options={versions.map(({ id, version, createTime }) => ({
                value: id,
                label: `${t('version', { version })} · ${createTime}`,
              }))}
            />
            <StatusTag tone={tones[one.state]}>{t(one.state)}</StatusTag>
          </>
        )
      }
      action={one && one.state !== 'active' && may('ledger.import') && <ActivateVersion of={one} primary />}
    >
      <StateView
        of={datasets}
        shape={<Bones lines={10} />}
        empty={{
          when: (all) => !all.some(verifiable),
          says: t('nothingToVerify'),
          action: (
            <Button type="primary" onClick={toImport}>
              {t('toFinancialInfo')}
            </Button>
          ),
        }}
      >
        {() => one && <TieOut key={one.id} of={one} />}
      </StateView>
    </Page>
  )
}

function TieOut({ of: one }: { of: Dataset }) {
  const report = useQuery(query(ledger.report, { datasetId: one.id }))
  const [voucher, openVoucher] = useState<string | null>(null)
  const [difference, openDifference] = useState<Difference | null>(null)
  return (
    <StateView of={report} shape={<Bones lines={10} />}>
      {(said) => (
        <>
          <Verdict of={said} />
          <Groups of={said} onVoucher={openVoucher} onDifference={openDifference} />
          <DroppedByReason datasetId={one.id} total={one.summary.dropped} />
          <Coverage of={said} />
          <Vouchers of={said} onVoucher={openVoucher} />
          <CompletenessStatement of={one} report={said} />
          <DifferenceDrawer
            datasetId={one.id}
            of={difference}
            onVoucher={openVoucher}
            onClose={() => openDifference(null)}
          />
          <VoucherDrawer datasetId={one.id} voucher={voucher} onClose={() => openVoucher(null)} />
        </>
      )}
    </StateView>
  )
}

function Verdict({ of: { checks } }: { of: Report }) {
  const t = useTexts(texts)
  const { blocking, warnings, passed, skipped } = verdictOf(checks)
  return (
    <output className="verdict">
      {blocking > 0 && <span data-tone="bad">{t('verdictBlocking', { count: blocking })}</span>}
      {warnings > 0 && <span data-tone="waiting">{t('verdictWarnings', { count: warnings })}</span>}
      {blocking + warnings === 0 && <span data-tone="good">{t('tiedOut')}</span>}
      <span data-tone={blocking + warnings === 0 ? 'good' : 'plain'}>{t('verdictPassed', { count: passed })}</span>
      {skipped > 0 && <span data-tone="plain">{t('verdictSkipped', { count: skipped })}</span>}
    </output>
  )
}

/** A level's name with how many of its checks fail. */
const label = (name: string, of: readonly Check[]) => {
  const { failing: count } = countOf(of)
  return count > 0 ? `${name} ${count}` : name
}

type GroupsProps = {
  of: Report
  onVoucher: (key: string) => void
  onDifference: (one: Difference) => void
}

/** The checks by level, in the order of the work; a person may look at one level, and at what fails only. */
function Groups({ of: { checks }, ...opens }: GroupsProps) {
  const t = useTexts(texts)
  const [level, setLevel] = useView('level')
  const [failing, setFailing] = useView('failing')
  const all = groupChecks(checks)
  const isShown = (check: Check) =>
    (failing === '' || check.status === 'fail') && (level === '' || groupOf(check.id) === level)
  const shown = groupChecks(checks.filter(isShown))
  return (
    <>
      <div className="check-filter">
        <Segmented
          aria-label={t('levels')}
          value={level}
          onChange={setLevel}
          options={[
            { value: '', label: label(t('allLevels'), checks) },
            ...all.map(({ group, checks: of }) => ({ value: group, label: label(t(group), of) })),
          ]}
        />
        <Checkbox checked={failing !== ''} onChange={({ target }) => setFailing(target.checked ? '1' : '')}>
          {t('failingOnly')}
        </Checkbox>
      </div>
      {shown.length === 0 && <p className="second">{t('nothingFails')}</p>}
      {shown.map(({ group, checks: inGroup }) => (
        <section key={group}>
          <h2 className="section-title">{t(group)}</h2>
          <ul className="checks">
            {inGroup.map((check) => (
              <li key={check.id}>
                <CheckRow of={check} {...opens} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Vouchers({
  of: { closingVouchers, yearEndVouchers },
  onVoucher,
}: {
  of: Report
  onVoucher: (key: string) => void
}) {
  const t = useTexts(texts)
  const list = (keys: string[]) => (
    <div className="keys">
      {keys.map((key) => (
        <button key={key} type="button" className="plain-button link number" onClick={() => onVoucher(key)}>
          {key}
        </button>
      ))}
    </div>
  )
  return (
    <>
      <h2 className="section-title">{t('closingVouchers')}</h2>
      {closingVouchers.length > 0 ? list(closingVouchers) : <p className="second">{t('noClosing')}</p>}
      {yearEndVouchers.length > 0 && (
        <>
          <h2 className="section-title">{t('yearEndVouchers')}</h2>
          {list(yearEndVouchers)}
        </>
      )}
    </>
  )
}
