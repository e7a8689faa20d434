import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Dataset, ledger, type Report } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { groupChecks, verdictOf } from './check-groups.ts'
import { CheckRow } from './CheckRow.tsx'
import { CompletenessStatement } from './CompletenessStatement.tsx'
import { Coverage } from './Coverage.tsx'
import { tones } from './dataset-tone.ts'
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
      action={one && one.state !== 'active' && may('ledger.import') && <Activate of={one} />}
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

/** Puts a version to use; over blocking differences only with a reason. */
function Activate({ of: { id, version, blocking } }: { of: Dataset }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)
  const activate = useCommand(ledger.activate, { also: [project.detail], quiet: blocking > 0 })
  const run = async (reason: string) => {
    await activate.mutateAsync({ datasetId: id, reason })
    say(t('activated', { version }))
  }
  const ask = async () => {
    if (blocking > 0) setOpen(true)
    else if (await confirm({ says: t('activateAsk', { version }), ok: t('activate') }))
      await run('').catch(() => undefined)
  }
  return (
    <>
      <Button type="primary" loading={activate.isPending} onClick={() => void ask()}>
        {t('activate')}
      </Button>
      <FormDialog<{ reason: string }>
        open={open}
        title={t('activateTitle', { version })}
        initial={{ reason: '' }}
        submit={t('activate')}
        onSubmit={({ reason }) => run(reason.trim())}
        onClose={() => setOpen(false)}
      >
        <p style={{ marginBlockEnd: 16 }}>{t('activateOver', { count: blocking })}</p>
        <Form.Item
          name="reason"
          label={t('activateReason')}
          rules={[{ required: true, whitespace: true, message: t('activateReasonNeeded') }]}
        >
          <Input.TextArea rows={4} maxLength={500} showCount />
        </Form.Item>
      </FormDialog>
    </>
  )
}

function TieOut({ of: one }: { of: Dataset }) {
  const report = useQuery(query(ledger.report, { datasetId: one.id }))
  const [voucher, openVoucher] = useState<string | null>(null)
  return (
    <StateView of={report} shape={<Bones lines={10} />}>
      {(said) => (
        <>
          <Verdict of={said} />
          <Groups of={said} onVoucher={openVoucher} />
          <Coverage of={said} />
          <Vouchers of={said} onVoucher={openVoucher} />
          <CompletenessStatement of={one} />
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

function Groups({ of: { checks }, onVoucher }: { of: Report; onVoucher: (key: string) => void }) {
  const t = useTexts(texts)
  return groupChecks(checks).map(({ group, checks: inGroup }) => (
    <section key={group}>
      <h2 className="section-title">{t(group)}</h2>
      <ul className="checks">
        {inGroup.map((check) => (
          <li key={check.id}>
            <CheckRow of={check} onVoucher={onVoucher} />
          </li>
        ))}
      </ul>
    </section>
  ))
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
