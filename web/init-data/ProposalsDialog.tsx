import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { type CarryProposal, type CarryYear, initData } from '#contract/init-data.ts'
import { paper } from '#contract/paper.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { texts } from './texts.ts'

/** What earlier years know and a project's papers ask: a person ticks what is taken in. */
export function ProposalsDialog({ of, onClose }: { of: CarryYear | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <Modal
      open={of !== undefined}
      title={of && t('proposals', { name: of.projectName })}
      width={860}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {of && <Proposals projectId={of.projectId} onClose={onClose} />}
    </Modal>
  )
}

function Proposals({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const proposals = useQuery({ ...query(initData.proposals, { projectId }), staleTime: 0 })
  const confirm = useCommand(initData.confirm, { also: [paper.params] })
  const [picked, setPicked] = useState<string[] | null>(null)
  const rows = proposals.data
  // until a person chooses, what nobody has answered is what there is to take in
  const checked = picked ?? (rows ?? []).filter(({ held }) => held === null).map(({ name }) => name)
  const take = () =>
    confirm.mutate(
      { projectId, names: checked },
      {
        onSuccess: ({ taken }) => {
          say(t('taken', { count: taken }))
          onClose()
        },
      },
    )
  return (
    <>
      <p className="second">{t('proposalsHint')}</p>
      <DataTable<CarryProposal>
        name={t('takeIn')}
        rows={rows}
        rowKey={({ name }) => name}
        fault={proposals.error}
        retry={proposals.refetch}
        empty={{ says: t('noProposals') }}
        bones={3}
        dense
        checked={{ keys: checked, change: setPicked }}
        columns={[
          { key: 'label', title: t('label') },
          {
            key: 'held',
            title: t('held'),
            width: 130,
            amount: true,
            render: ({ held }) => (held === null ? '—' : <Money value={held} />),
          },
          {
            key: 'amount',
            title: t('proposed'),
            width: 130,
            amount: true,
            render: ({ amount }) => <Money value={amount} strong />,
          },
          { key: 'source', title: t('source'), render: ({ source }) => <span className="second">{source}</span> },
        ]}
      />
      <div className="dialog-buttons">
        <Button type="primary" disabled={checked.length === 0} loading={confirm.isPending} onClick={take}>
          {t('confirm', { count: checked.length })}
        </Button>
      </div>
    </>
  )
}
