import { useQuery } from '@tanstack/react-query'
import { Drawer, Pagination } from 'antd'
import { useState } from 'react'
import { type Notice, notice } from '#contract/notice.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { texts } from './notice-texts.ts'

const SIZE = 20

/** Whom a notice is for, and who has read it when. */
export function NoticeReaders({ of, onClose }: { of: Notice; onClose: () => void }) {
  const t = useTexts(texts)
  const [current, setCurrent] = useState(1)
  const rows = useQuery(pageQuery(notice.readers, { id: of.id, current: String(current), size: String(SIZE) }))
  return (
    <Drawer title={`${t('readers')} · ${of.title}`} open size={520} mask={false} onClose={onClose}>
      <DataTable
        name={t('readers')}
        rows={rows.data?.records}
        fault={rows.error}
        retry={rows.refetch}
        dense
        rowKey={(row) => row.userId}
        columns={[
          { key: 'realName', title: t('person'), width: 120, cut: true },
          { key: 'deptName', title: t('dept'), cut: true },
          {
            key: 'readTime',
            title: t('readTime'),
            width: 172,
            render: (row) => row.readTime ?? <span className="third">{t('notRead')}</span>,
          },
        ]}
        empty={{ says: t('nobody') }}
      />
      <Pagination
        size="small"
        style={{ marginBlockStart: 12 }}
        hideOnSinglePage
        current={current}
        pageSize={SIZE}
        total={rows.data?.total ?? 0}
        onChange={setCurrent}
      />
    </Drawer>
  )
}
