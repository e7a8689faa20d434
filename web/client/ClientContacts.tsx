import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { type ClientContact, clientProfile } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'
import { useEditedRows } from './use-edited-rows.ts'
import './client.css'

type Row = ClientContact & { id: string }
const bare = ({ contactName, contactRole, phone, email, isPrimary }: ClientContact): ClientContact => ({
  contactName,
  contactRole,
  phone,
  email,
  isPrimary,
})
const blank: ClientContact = { contactName: '', contactRole: '', phone: '', email: '', isPrimary: false }

/** The people of a client; one is the primary one, whom the list shows. Edited as a whole. */
export function ClientContacts({ of, mayEdit }: { of: Enterprise; mayEdit: boolean }) {
  const t = useTexts(texts)
  const roles = useDictionary('contact_role')
  const stored = useQuery(query(clientProfile.contacts, { enterpriseId: of.id }))
  const save = useCommand(clientProfile.saveContacts)
  const edited = useEditedRows<ClientContact>()
  const [incomplete, setIncomplete] = useState(false)
  const submit = async (rows: readonly (ClientContact & { key: number })[]) => {
    const contacts = rows.map(bare)
    const missing = contacts.some(({ contactName }) => contactName.trim() === '')
    setIncomplete(missing)
    if (missing) return
    // a refusal was said in a toast; the rows stay
    const done = await save.mutateAsync({ enterpriseId: of.id, version: of.version, contacts }).catch(() => undefined)
    if (!done) return
    edited.end()
    say(t('saved'))
  }

  if (edited.rows) {
    const rows = edited.rows
    return (
      <>
        <ul className="edit-rows" data-of="contacts">
          {rows.map((row, at) => (
            <ContactRow
              key={row.key}
              row={row}
              at={at + 1}
              options={roles.options}
              onChange={(patch) => edited.change(row.key, patch)}
              onPrimary={() => edited.changeAll(({ key }) => ({ isPrimary: key === row.key }))}
              onRemove={() => edited.remove(row.key)}
            />
          ))}
        </ul>
        {incomplete && (
          <p className="edit-fault" role="alert">
            {t('contactNamePlease')}
          </p>
        )}
        <div className="tab-head">
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => edited.add({ ...blank, isPrimary: rows.length === 0 })}
          >
            {t('addContact')}
          </Button>
          <Button onClick={edited.end}>{t('cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => void submit(rows)}>
            {t('save')}
          </Button>
        </div>
      </>
    )
  }
  const columns: Column<Row>[] = [
    {
      key: 'contactName',
      title: t('contactName'),
      render: ({ contactName, isPrimary }) => (
        <span className="client-title">
          {contactName || '—'}
          {isPrimary && <StatusTag tone="active">{t('primary')}</StatusTag>}
        </span>
      ),
    },
    {
      key: 'contactRole',
      title: t('contactRole'),
      width: 120,
      cut: true,
      render: (row) => roles.label(row.contactRole),
    },
    { key: 'phone', title: t('phone'), width: 140, cut: true },
    { key: 'email', title: t('email'), width: 190, cut: true },
  ]
  return (
    <>
      {mayEdit && stored.data && stored.data.length > 0 && (
        <div className="tab-head">
          <Button onClick={() => edited.begin((stored.data ?? []).map(bare))}>{t('editContacts')}</Button>
        </div>
      )}
      <DataTable<Row>
        name={t('contacts')}
        rows={stored.data}
        columns={columns}
        rowKey={({ id }) => id}
        fault={stored.error}
        retry={stored.refetch}
        empty={{
          says: t('noContacts'),
          action: mayEdit && (
            <Button type="primary" onClick={() => edited.begin([{ ...blank, isPrimary: true }])}>
              {t('addContact')}
            </Button>
          ),
        }}
        bones={3}
        dense
      />
    </>
  )
}

type ContactRowProps = {
  row: ClientContact
  at: number
  options: { value: string; label: string }[]
  onChange: (patch: Partial<ClientContact>) => void
  onPrimary: () => void
  onRemove: () => void
}

function ContactRow({ row, at, options, onChange, onPrimary, onRemove }: ContactRowProps) {
  const t = useTexts(texts)
  const line = (field: 'contactName' | 'phone' | 'email', inputMode?: 'tel' | 'email') => (
    <Input
      aria-label={`${t(field)} ${at}`}
      placeholder={t(field)}
      maxLength={field === 'phone' ? 50 : 100}
      value={row[field]}
      {...(inputMode && { inputMode })}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  )
  return (
    <li>
      {line('contactName')}
      <Select
        aria-label={`${t('contactRole')} ${at}`}
        placeholder={t('contactRole')}
        allowClear
        value={row.contactRole || null}
        options={options}
        onChange={(contactRole: string | null) => onChange({ contactRole: contactRole ?? '' })}
      />
      {line('phone', 'tel')}
      {line('email', 'email')}
      <Radio aria-label={t('makePrimary', { row: at })} checked={row.isPrimary} onChange={onPrimary}>
        {t('primary')}
      </Radio>
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeRow', { row: at })} onClick={onRemove} />
    </li>
  )
}
