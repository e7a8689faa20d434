import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ColumnMemory, ledgerVersion } from '#contract/ledger-version.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { askName } from './role-name.ts'
import { versionTexts } from './version-texts.ts'

/** What was answered about the client's columns and sheets, to be taken back one by one; nothing where nobody was asked. */
export function RememberedColumns({ projectId, mayImport }: { projectId: string; mayImport: boolean }) {
  const t = useTexts(versionTexts)
  const memory = useQuery(query(ledgerVersion.memory, { projectId }))
  const forget = useCommand(ledgerVersion.forget)
  const language = useLanguage((state) => state.language)
  const asked = ({ about, name }: ColumnMemory) =>
    about === '' ? name : [askName(about, language), name].filter(Boolean).join(' · ')
  if (!memory.data || memory.data.length === 0) return null
  return (
    <>
      <h2 className="section-title">{t('memory')}</h2>
      <p className="second">{t('memoryHint')}</p>
      <DataTable<ColumnMemory>
        name={t('memory')}
        rows={memory.data}
        rowKey={({ layout, column }) => `${layout} ${column}`}
        dense
        columns={[
          { key: 'column', title: t('memoryColumn'), render: (one) => asked(one) },
          { key: 'roleName', title: t('memoryRole'), width: 180 },
          {
            key: 'layout',
            title: t('memoryLayout'),
            width: 120,
            render: ({ layout }) => <span className="mono third">{layout.slice(0, 8)}</span>,
          },
          { key: 'updateUserName', title: t('memoryWho'), width: 120 },
          { key: 'updateTime', title: t('memoryWhen'), width: 170 },
          ...(mayImport
            ? [
                {
                  key: 'forget',
                  title: '',
                  width: 100,
                  render: (one: ColumnMemory) => (
                    <Button
                      size="small"
                      type="text"
                      onClick={() =>
                        forget.mutate(
                          { projectId, layout: one.layout, column: one.column },
                          { onSuccess: () => say(t('forgot', { column: asked(one) })) },
                        )
                      }
                    >
                      {t('forget')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
