import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { entry, type EntryRegister } from '#contract/entry.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { AdjustmentPanel } from './AdjustmentPanel.tsx'
import { RegisterEditor } from './RegisterEditor.tsx'
import { texts } from './texts.ts'
import './entry.css'

type EntryPanelProps = { projectId: string; paperId: string; onSaved?: (jobId: string | null) => void }

/** What people enter for a paper: its registers, or for A04 the adjusting entries. */
export function EntryPanel(props: EntryPanelProps) {
  return props.paperId === 'A04' ? <AdjustmentPanel {...props} /> : <Registers key={props.paperId} {...props} />
}

const labelOf = ({ label, rows }: EntryRegister) => (rows > 0 ? `${label} ${rows}` : label)

function Registers({ projectId, paperId, onSaved }: EntryPanelProps) {
  const t = useTexts(texts)
  const found = useQuery(query(entry.registers, { projectId, paperId }))
  const [chosen, choose] = useState('')
  if (found.isPending) return <Bones lines={5} />
  if (found.isError) return <Failing fault={found.error} retry={found.refetch} />
  const register = found.data.find(({ id }) => id === chosen) ?? found.data[0]
  if (!register) return <Empty says={t('noRegisters')} />
  return (
    <section className="entry-panel" aria-label={t('registers')}>
      {found.data.length > 1 && (
        <Segmented
          size="small"
          className="entry-choice"
          value={register.id}
          onChange={choose}
          options={found.data.map((one) => ({ value: one.id, label: labelOf(one) }))}
        />
      )}
      <RegisterEditor key={register.id} projectId={projectId} register={register} {...(onSaved && { onSaved })} />
    </section>
  )
}
