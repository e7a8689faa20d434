import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { type Impact, ledgerVersion } from '#contract/ledger-version.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { refreshAfterImport } from './refresh-after-import.ts'
import { versionTexts } from './version-texts.ts'

type ActivateVersionProps = { of: Dataset; primary?: boolean }

/** Puts a version to use after showing what rests on the one in use; back to an earlier one, or over blocking differences, with a reason. */
export function ActivateVersion({ of: { id, version, blocking, state }, primary = false }: ActivateVersionProps) {
  const t = useTexts(versionTexts)
  const [open, setOpen] = useState(false)
  const impact = useQuery({ ...query(ledgerVersion.impact, { datasetId: id }), enabled: open, staleTime: 0 })
  const activate = useCommand(ledger.activate, { also: [project.detail], quiet: true })
  const back = state === 'superseded'
  const label = t(back ? 'rollBack' : 'activate')
  const needsReason = blocking > 0 || (impact.data?.rollback ?? false)
  return (
    <>
      <Button {...(primary ? { type: 'primary' } : { size: 'small' })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormDialog<{ reason: string }>
        open={open}
        title={t(back ? 'rollBackTitle' : 'activateTitle', { version })}
        initial={{ reason: '' }}
        submit={label}
        onSubmit={async ({ reason }) => {
          if (!impact.data) return false
          await activate.mutateAsync({ datasetId: id, reason: reason.trim(), instead: impact.data.currentId })
          await refreshAfterImport()
          say(t('activated', { version }))
          return true
        }}
        onClose={() => setOpen(false)}
      >
        <StateView of={impact} shape={<Bones lines={5} />}>
          {(of) => <Effects of={of} version={version} blocking={blocking} />}
        </StateView>
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={needsReason ? [{ required: true, whitespace: true, message: t('reasonNeeded') }] : []}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </FormDialog>
    </>
  )
}

const LISTED = 8

const list = (names: readonly string[]) => names.slice(0, LISTED).join(listMark()) + (names.length > LISTED ? '…' : '')

function Effects({ of, version, blocking }: { of: Impact; version: number; blocking: number }) {
  const t = useTexts(versionTexts)
  const papers = of.ofPapers.map(({ paperId, name, cells }) => `${paperId} ${name}（${cells}）`)
  return (
    <div className="effects">
      <p>{t('takenFrom', { version })}</p>
      {blocking > 0 && <p data-tone="bad">{t('over', { count: blocking })}</p>}
      {of.currentVersion === 0 ? (
        <p className="second">{t('nothingRests')}</p>
      ) : (
        <ul>
          <li>
            {of.cells > 0 ? (
              <>
                <strong>{t('impactCells', { papers: of.papers, cells: of.cells })}</strong>
                <div className="second">{list(papers)}</div>
              </>
            ) : (
              t('impactNoCells')
            )}
          </li>
          {of.accounts.length > 0 && (
            <li>
              {t('impactAccounts', {
                count: of.accounts.length,
                list: list(of.accounts.map(({ code, name }) => `${code} ${name}`)),
              })}
            </li>
          )}
          {of.newAccounts > 0 && <li>{t('impactNew', { count: of.newAccounts })}</li>}
          {of.lines > 0 && <li>{t('impactLines', { count: of.lines })}</li>}
          {of.overrides > 0 && <li>{t('impactOverrides', { count: of.overrides })}</li>}
          {of.entries > 0 && <li>{t('impactEntries', { count: of.entries })}</li>}
          {of.unlocks && <li>{t('impactUnlocks')}</li>}
        </ul>
      )}
    </div>
  )
}
