import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type ClientMember, clientProfile } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { useMayClient } from './may-client.ts'
import { texts } from './texts.ts'
import './client.css'

/** Who works for a client: its lead, its members, and who assigned them. */
export function ClientMembers({ of }: { of: Enterprise }) {
  const t = useTexts(texts)
  const { mayAssign } = useMayClient()
  const [assigning, setAssigning] = useState(false)
  const members = useQuery(query(clientProfile.members, { enterpriseId: of.id }))
  const mayChange = mayAssign(of)
  const add = mayChange && (
    <Button type="primary" onClick={() => setAssigning(true)}>
      {t('assignOne')}
    </Button>
  )
  return (
    <>
      <StateView
        of={members}
        shape={<Bones lines={3} />}
        empty={{ when: (rows) => rows.length === 0, says: t('noMembers'), action: add }}
      >
        {(rows) => (
          <>
            {add && <div className="tab-head">{add}</div>}
            <ul className="person-list">
              {rows.map((row) => (
                <Member key={row.userId} row={row} of={of} mayChange={mayChange} />
              ))}
            </ul>
          </>
        )}
      </StateView>
      {assigning && <AssignDialog of={[of]} onClose={() => setAssigning(false)} />}
    </>
  )
}

function Member({ row, of, mayChange }: { row: ClientMember; of: Enterprise; mayChange: boolean }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const { may } = useMayClient()
  const own = useSession((state) => state.userId) === row.userId
  const assign = useCommand(clientProfile.assign)
  const unassign = useCommand(clientProfile.unassign)
  const lead = () =>
    assign.mutateAsync({ ids: of.id, userId: row.userId, role: 'lead' }).then(
      () => say(t('saved')),
      () => undefined,
    )
  const take = async () => {
    if (!(await confirm({ says: t('takeOffSure', { name: row.realName }), ok: t(own ? 'leave' : 'takeOff') }))) return
    await unassign.mutateAsync({ enterpriseId: of.id, userId: row.userId }).then(
      () => say(t('takenOff')),
      () => undefined,
    )
  }
  const mayLeave = own && may('enterprise.edit', of)
  return (
    <li>
      <span className="person-words">
        <span className="client-title">
          <strong>{row.realName}</strong>
          <span className="second">{[row.account, row.deptName].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="third">
          {row.isCreator && row.assignedByName === row.realName
            ? t('addedIt')
            : t('assignedBy', { name: row.assignedByName, time: row.assignedTime.slice(0, 16) })}
        </span>
      </span>
      <StatusTag tone={row.role === 'lead' ? 'active' : 'plain'}>{t(row.role)}</StatusTag>
      <span>
        {mayChange && row.role !== 'lead' && (
          <Button type="link" size="small" loading={assign.isPending} onClick={() => void lead()}>
            {t('makeLead')}
          </Button>
        )}
        {!row.isCreator && (mayChange || mayLeave) && (
          <Button type="link" size="small" onClick={() => void take()}>
            {t(own ? 'leave' : 'takeOff')}
          </Button>
        )}
      </span>
    </li>
  )
}
