import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { enterprise } from '#contract/enterprise.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import { usageTexts as texts } from './usage-texts.ts'

const GB = 1024 ** 3
type Values = { quotaGb: number | null; versionKeep: number }

/** Quota and kept versions of a space. */
export function SpaceForm({ of, onClose }: { of: DiskSpace; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(disk.saveSpace, { quiet: true })
  return (
    <FormDialog<Values>
      open
      title={t('settingsOf', { name: of.name })}
      initial={{
        quotaGb: of.quotaBytes === null ? null : Math.round((of.quotaBytes / GB) * 100) / 100,
        versionKeep: of.versionKeep,
      }}
      onClose={onClose}
      onSubmit={async ({ quotaGb, versionKeep }) => {
        await save.mutateAsync({
          id: of.id,
          quotaBytes: quotaGb === null ? null : Math.round(quotaGb * GB),
          versionKeep,
        })
        say(t('saved'))
      }}
    >
      <Form.Item name="quotaGb" label={t('quotaGb')}>
        <InputNumber min={0} max={1_000_000} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="versionKeep" label={t('versionKeepLabel')} rules={[{ required: true, message: t('please') }]}>
        <InputNumber min={1} max={500} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  )
}

type OpenValues = { type: 'project' | 'enterprise'; ownerId: string }

/** The space of a project or client; made where there is none. */
export function OpenSpaceForm({ onClose, onOpened }: { onClose: () => void; onOpened: (space: DiskSpace) => void }) {
  const t = useTexts(texts)
  const open = useCommand(disk.openSpace, { quiet: true })
  const [type, setType] = useState<OpenValues['type']>('project')
  return (
    <FormDialog<OpenValues>
      open
      title={t('openSpace')}
      initial={{ type }}
      submit={t('open')}
      onClose={onClose}
      onSubmit={async ({ ownerId }) => {
        onOpened(await open.mutateAsync({ type, ownerId }))
      }}
    >
      <Form.Item name="type" label={t('type')}>
        <Radio.Group
          onChange={({ target }) => setType(target.value === 'enterprise' ? 'enterprise' : 'project')}
          options={[
            { value: 'project', label: t('ofProject') },
            { value: 'enterprise', label: t('ofEnterprise') },
          ]}
        />
      </Form.Item>
      <Form.Item
        key={type}
        name="ownerId"
        label={t(type)}
        preserve={false}
        rules={[{ required: true, message: t('please') }]}
      >
        {type === 'project' ? <ProjectSelect label={t('project')} /> : <EnterpriseSelect label={t('enterprise')} />}
      </Form.Item>
    </FormDialog>
  )
}

type SelectProps = { id?: string; value?: string; onChange?: (id: string) => void; label: string }

/** A client of those the person reaches, found by its name. */
function EnterpriseSelect({ label, ...props }: SelectProps) {
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(enterprise.list, { size: '50', ...(typed && { enterpriseName: typed }) }))
  return (
    <Select
      {...props}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      options={(found.data?.records ?? []).map(({ id, enterpriseName }) => ({ value: id, label: enterpriseName }))}
    />
  )
}
