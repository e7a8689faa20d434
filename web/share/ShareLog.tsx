import { useQuery } from '@tanstack/react-query'
import { Drawer, Pagination } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { share, type ShareRow } from '#contract/share.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { texts } from './texts.ts'

const SIZE = 20
type Row = z.output<typeof share.log.output>['records'][number]

/** What was done with a link: when, from where, with what. */
export function ShareLog({ of, onClose }: { of: ShareRow; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const [current, setCurrent] = useState(1)
  const rows = useQuery(pageQuery(share.log, { id: of.id, current, size: SIZE }))
  const columns: Column<Row>[] = [
    { key: 'time', title: t('time'), width: 150, render: ({ time }) => time.slice(0, 16) },
    { key: 'act', title: t('act'), width: 100, render: ({ act }) => t(`act_${act}`) },
    { key: 'what', title: t('what'), cut: true, render: ({ what }) => what || '–' },
    { key: 'who', title: t('who'), width: 110, cut: true, render: ({ who }) => who || '–' },
    {
      key: 'place',
      title: t('place'),
      width: 190,
      cut: true,
      render: ({ address, device }) => [address, deviceName(device)].filter(Boolean).join(' · '),
    },
  ]
  const total = rows.data?.total ?? 0
  return (
    <Drawer open title={t('logOf', { title: of.title })} onClose={onClose} size={820} destroyOnHidden>
      <DataTable<Row>
        name={t('log')}
        rows={rows.data?.records}
        columns={columns}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noLog') }}
        dense
      />
      {total > SIZE && (
        <Pagination current={current} pageSize={SIZE} total={total} showSizeChanger={false} onChange={setCurrent} />
      )}
    </Drawer>
  )
}
