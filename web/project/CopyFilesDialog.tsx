import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { type Project, project, type ProjectWithSpace } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { clauseMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { listTexts } from './list-texts.ts'

type Target = Pick<Project, 'id' | 'enterpriseId' | 'projectName' | 'year'>
type CopyFilesDialogProps = { to: Target | undefined; onClose: () => void }

/** As many projects as an enterprise's panel shows. */
const MOST = 100

/** Takes the financial files of another project of the enterprise over into one. */
export function CopyFilesDialog({ to, onClose }: CopyFilesDialogProps) {
  const t = useTexts(listTexts)
  // while it closes it still says to which
  const [name, setName] = useState(to?.projectName ?? '')
  if (to && to.projectName !== name) setName(to.projectName)
  const copy = useCommand(project.copyFinancialInfo, { quiet: true })
  return (
    <FormDialog<{ from: string }>
      open={to !== undefined}
      title={t('copyTo', { name })}
      width={520}
      initial={{}}
      submit={t('copy')}
      onSubmit={async ({ from }) => {
        if (!to) return
        const { copied, skipped, jobId, says } = await copy.mutateAsync({
          sourceProjectId: from,
          targetProjectId: to.id,
          enterpriseId: to.enterpriseId,
        })
        say([t('copied', { copied, skipped }), jobId ? t('copyReading') : says].join(clauseMark()))
      }}
      onClose={onClose}
    >
      {to && <Source of={to} />}
    </FormDialog>
  )
}

function Source({ of }: { of: Target }) {
  const t = useTexts(listTexts)
  const from = Form.useWatch<string | undefined>('from')
  const rows = useQuery(
    query(project.listWithSpace, { enterpriseId: of.enterpriseId, current: 1, size: MOST, descs: 'year' }),
  )
  const others = (records: ProjectWithSpace[]) => records.filter((row) => row.id !== of.id && row.fileCount > 0)
  return (
    <StateView
      of={rows}
      shape={<Bones lines={2} />}
      empty={{ when: ({ records }) => others(records).length === 0, says: t('copyNone') }}
    >
      {({ records }) => {
        const chosen = records.find((row) => row.id === from)
        return (
          <>
            <Form.Item
              name="from"
              label={t('copyFrom')}
              rules={[{ required: true, message: t('copyPlease') }]}
              extra={
                chosen && chosen.year !== of.year ? t('copyOtherYear', { source: chosen.year, target: of.year }) : ''
              }
            >
              <Select
                placeholder={t('copyPlease')}
                options={others(records).map((row) => ({
                  value: row.id,
                  label: t('copyChoice', { name: row.projectName, year: row.year, count: row.fileCount }),
                }))}
              />
            </Form.Item>
            <p className="second">{t('copySays')}</p>
          </>
        )
      }}
    </StateView>
  )
}
