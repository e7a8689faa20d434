import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { type BankAsk, type BankColumn, bankRoles } from '#contract/tool-bank.ts'
import { toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { bankTexts } from './bank-texts.ts'

type MapperProps = { ask: BankAsk; onClose: () => void; onKept: () => void }

/** Asks what the columns of a statement are, and keeps the answer for the firm. */
export function BankMapper({ ask, onClose, onKept }: MapperProps) {
  const t = useTexts(bankTexts)
  const cache = useQueryClient()
  const keep = useCommand(toolRun.keepBankLayout, { quiet: true })
  const [roles, setRoles] = useState<readonly BankColumn[]>(ask.roles)
  // two columns may have one heading: the place is part of what a column is known by
  const columns = ask.headings.map((heading, at) => ({ key: `${at} ${heading}`, heading, at }))
  const choices = [{ value: '' as const, label: t('none') }, ...bankRoles.map((value) => ({ value, label: t(value) }))]
  return (
    <FormDialog<{ name: string }>
      open
      title={t('mapTitle')}
      width={760}
      submit={t('mapSave')}
      initial={{ name: '' }}
      onClose={onClose}
      onSubmit={async ({ name }) => {
        await keep.mutateAsync({ name, headings: ask.headings, roles: [...roles] })
        await cache.invalidateQueries({ queryKey: ['toolRun'] })
        say(t('mapSaved'))
        onKept()
      }}
    >
      <Form.Item
        name="name"
        label={t('mapName')}
        rules={[{ required: true, whitespace: true, message: t('mapNameMissing') }]}
      >
        <Input maxLength={60} placeholder={t('mapNameHint')} />
      </Form.Item>
      <table className="tool-mapper">
        <thead>
          <tr>
            <th scope="col">{t('heading')}</th>
            <th scope="col">{t('sample')}</th>
            <th scope="col">{t('role')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ key, heading, at }) => (
            <tr key={key}>
              <th scope="row">{heading || `#${at + 1}`}</th>
              <td className="third">{ask.samples.flatMap((row) => row[at] || []).join(' · ')}</td>
              <td>
                <Select<BankColumn>
                  aria-label={t('roleOf', { heading: heading || `#${at + 1}` })}
                  value={roles[at] ?? ''}
                  options={choices}
                  popupMatchSelectWidth={false}
                  onChange={(role) => setRoles(roles.with(at, role))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FormDialog>
  )
}
