import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { voucherCheck, type WhitelistEntry } from '#contract/voucher-check.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Pages } from '#web/ledger/Pages.tsx'
import { texts } from './texts.ts'

/** The patterns explained for the client, and taking one off. */
export function WhitelistPane({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const say = useSay()
  const may = useMay()
  const [page, turn] = useState(1)
  const [revoking, revoke] = useState<WhitelistEntry | null>(null)
  const rows = useQuery(pageQuery(voucherCheck.whitelist, { projectId, current: page, size: 20 }))
  const send = useCommand(voucherCheck.revokeWhitelist, { quiet: true })
  return (
    <>
      <DataTable<WhitelistEntry>
        name={t('tabWhitelist')}
        rows={rows.data?.records}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noWhitelist') }}
        dense
        columns={[
          {
            key: 'checkId',
            title: t('check'),
            width: 180,
            render: ({ checkId, checkName }) => (
              <>
                <span className="third number">{checkId}</span> {say(checkName)}
              </>
            ),
          },
          {
            key: 'words',
            title: t('pattern'),
            render: ({ account, counter, words }) => (
              <>
                <span className="number">{account}</span> {words}
                {counter && <div className="third">{t('counterOf', { codes: counter })}</div>}
              </>
            ),
          },
          {
            key: 'reason',
            title: t('reason'),
            render: ({ reason, evidence, revokedReason }) => (
              <>
                {reason}
                {evidence && <div className="third">{evidence}</div>}
                {revokedReason && <div className="third">{`${t('revoke')}：${revokedReason}`}</div>}
              </>
            ),
          },
          {
            key: 'projectName',
            title: t('from'),
            width: 200,
            render: ({ projectName, year, createUserName, createTime }) => (
              <>
                {projectName} <span className="number">{year}</span>
                <div className="third">{t('by', { who: createUserName, time: createTime })}</div>
              </>
            ),
          },
          {
            key: 'revoked',
            title: t('state'),
            width: 120,
            render: (row) =>
              row.revoked ? (
                <StatusTag tone="plain">{t('revoked')}</StatusTag>
              ) : may('paper.generate') ? (
                <Button size="small" onClick={() => revoke(row)}>
                  {t('revoke')}
                </Button>
              ) : (
                <StatusTag tone="good">{t('stands')}</StatusTag>
              ),
          },
        ]}
      />
      {rows.data && <Pages of={rows.data} onTurn={turn} />}
      <FormDialog<{ reason: string }>
        open={revoking !== null}
        title={t('revokeTitle')}
        initial={{ reason: '' }}
        submit={t('revoke')}
        onClose={() => revoke(null)}
        onSubmit={async ({ reason }) => {
          if (revoking) await send.mutateAsync({ projectId, id: revoking.id, reason })
        }}
      >
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}
        >
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </FormDialog>
    </>
  )
}
