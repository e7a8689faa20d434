import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type Column, columnRoles } from '#contract/dataset-file.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { type Role, roleName } from './role-name.ts'
import { versionTexts } from './version-texts.ts'

type CorrectColumnProps = {
  projectId: string
  /** The files of the version, to be read again. */
  fileIds: string[]
  layout: string
  of: z.output<typeof Column>
}

const isRole = (role: string): role is Role => columnRoles.some((known) => known === role)

/** Says otherwise what a decided column is; the files are read again as a new version. */
export function CorrectColumn({ projectId, fileIds, layout, of: column }: CorrectColumnProps) {
  const t = useTexts(versionTexts)
  const language = useLanguage((state) => state.language)
  const [open, setOpen] = useState(false)
  const start = useCommand(ledger.import, { also: [project.files], quiet: true })
  return (
    <>
      <Button
        size="small"
        type="text"
        aria-label={t('correctTitle', { header: column.header || t('noHeader') })}
        onClick={() => setOpen(true)}
      >
        {t('correct')}
      </Button>
      <FormDialog<{ role: Role }>
        open={open}
        title={t('correctTitle', { header: column.header || t('noHeader') })}
        initial={isRole(column.role) ? { role: column.role } : {}}
        submit={t('reread')}
        onSubmit={async ({ role }) => {
          await start.mutateAsync({ projectId, fileIds, answers: { [layout]: { [column.signature]: role } } })
          say(t('started'))
        }}
        onClose={() => setOpen(false)}
      >
        <Form.Item name="role" label={t('meaning')} rules={[{ required: true, message: t('choose') }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={columnRoles.map((role) => ({ value: role, label: roleName(role, language) }))}
          />
        </Form.Item>
        <p className="second">{t('correctHint')}</p>
      </FormDialog>
    </>
  )
}
