import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { type CallablePaper, entry } from '#contract/entry.ts'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import './entry.css'

type PaperPickerProps = { projectId: string; onChanged?: (jobId: string | null) => void }

/** A button and a drawer with the papers that not every client needs: which stand, why, and which can be added. */
export function PaperPicker({ projectId, onChanged }: PaperPickerProps) {
  const t = useTexts(texts)
  const [open, show] = useState(false)
  if (!useMay()('paper.generate')) return null
  return (
    <>
      <Button size="small" onClick={() => show(true)}>
        {t('addPaper')}
      </Button>
      <Drawer open={open} title={t('onDemand')} onClose={() => show(false)} size={480} destroyOnHidden>
        <Papers projectId={projectId} {...(onChanged && { onChanged })} />
      </Drawer>
    </>
  )
}

function Papers({ projectId, onChanged }: PaperPickerProps) {
  const t = useTexts(texts)
  const found = useQuery(query(entry.papers, { projectId }))
  const ask = useCommand(entry.call, { also: [job.list, paper.generation] })
  if (found.isPending) return <Bones lines={6} />
  if (found.isError) return <Failing fault={found.error} retry={found.refetch} />
  const call = (paperId: string, answer: 'yes' | 'no' | 'books') =>
    ask.mutate(
      { projectId, paperId, call: answer },
      {
        onSuccess: ({ jobId }) => {
          say(t(jobId === null ? 'saved' : 'savedRecalculating'))
          onChanged?.(jobId)
        },
      },
    )
  return found.data.map((one) => (
    <article key={one.paperId} className="entry-one" aria-label={`${one.paperId} ${one.name}`}>
      <header>
        <strong>{one.paperId}</strong>
        <span>{one.name}</span>
      </header>
      <p className="second">{t(reasonOf(one), { rows: one.rows })}</p>
      <Space size={8}>
        {one.reason !== 'entries' && (
          <Button
            size="small"
            disabled={ask.isPending}
            aria-label={t('of', { action: t(one.called ? 'drop' : 'take'), paper: one.paperId })}
            onClick={() => call(one.paperId, one.called ? 'no' : 'yes')}
          >
            {t(one.called ? 'drop' : 'take')}
          </Button>
        )}
        {(one.reason === 'hand' || one.reason === 'refused') && (
          <Button
            size="small"
            type="text"
            disabled={ask.isPending}
            aria-label={t('of', { action: t('toBooks'), paper: one.paperId })}
            onClick={() => call(one.paperId, 'books')}
          >
            {t('toBooks')}
          </Button>
        )}
      </Space>
    </article>
  ))
}

const reasons = { entries: 'byEntries', hand: 'byHand', refused: 'refused', books: 'byBooks', none: 'byNone' } as const
const reasonOf = ({ reason }: CallablePaper) => reasons[reason]
