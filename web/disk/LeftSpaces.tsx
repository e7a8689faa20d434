import { useQuery } from '@tanstack/react-query'
import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { disk } from '#contract/disk.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { PersonPicker } from '../people/PersonPicker.tsx'
import { leftTexts as texts } from './left-texts.ts'

type Left = z.output<typeof disk.leftSpaces.output>[number]

/** Spaces of people who have left, for who manages people; there is nothing to see where there are none. */
export function LeftSpaces() {
  const t = useTexts(texts)
  const left = useQuery(query(disk.leftSpaces, {}))
  const [open, setOpen] = useState(false)
  const [of, setOf] = useState<Left>()
  const spaces = left.data ?? []
  if (spaces.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('button', { count: spaces.length })}</Button>
      <Modal open={open && of === undefined} title={t('title')} footer={null} onCancel={() => setOpen(false)}>
        <p className="second">{t('says')}</p>
        <ul className="disk-left">
          {spaces.map((space) => (
            <li key={space.id}>
              <span title={space.name}>{space.name}</span>
              <span className="number third">{t('holds', { count: space.files, size: sizeText(space.bytes) })}</span>
              <Button size="small" aria-label={`${t('handOver')} ${space.name}`} onClick={() => setOf(space)}>
                {t('handOver')}
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
      {of && <HandOverForm key={of.id} of={of} onClose={() => setOf(undefined)} />}
    </>
  )
}

function HandOverForm({ of, onClose }: { of: Left; onClose: () => void }) {
  const t = useTexts(texts)
  const handOver = useCommand(disk.handOver, { quiet: true })
  return (
    <FormDialog<{ toUserId: string }>
      open
      title={t('handOverOf', { name: of.name })}
      initial={{}}
      submit={t('handOver')}
      onClose={onClose}
      onSubmit={async ({ toUserId }) => {
        const { folder } = await handOver.mutateAsync({ spaceId: of.id, toUserId })
        say(t('done', { folder }))
      }}
    >
      <Form.Item name="toUserId" label={t('to')} rules={[{ required: true, message: t('please') }]}>
        <PersonPicker except={[]} />
      </Form.Item>
    </FormDialog>
  )
}
