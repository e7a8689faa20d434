import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, Radio, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { type Notice, notice, noticeCategories, noticeScopes } from '#contract/notice.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './notice-texts.ts'
import './watch.css'

type Values = Pick<Notice, 'title' | 'category' | 'content' | 'scope' | 'scopeIds' | 'releaseTime' | 'expireTime'>

/** A form's text of a moment, picked with a calendar. */
const asMoment = {
  getValueProps: (text: string | null | undefined) => ({ value: text ? dayjs(text) : null }),
  normalize: (moment: Dayjs | null) => moment?.format('YYYY-MM-DD HH:mm') ?? null,
}

/** Writes a notice, or changes one that is not out. */
export function NoticeForm({ open, of, onClose }: { open: boolean; of?: Notice | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const submit = useCommand(notice.submit, { quiet: true })
  const save = async (values: Values) => {
    const scopeIds = values.scope === 'all' ? [] : values.scopeIds
    await submit.mutateAsync({ ...values, scopeIds, ...(of && { id: of.id, version: of.version }) })
    say(t('saved'))
  }
  const initial = of ?? {
    category: 'notice' as const,
    scope: 'all' as const,
    scopeIds: [],
    releaseTime: null,
    expireTime: null,
  }
  return (
    <FormDialog<Values>
      open={open}
      place="drawer"
      width={560}
      title={t(of ? 'editNotice' : 'newNotice')}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="title"
        label={t('title')}
        rules={[{ required: true, whitespace: true, message: t('titlePlease') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values> name="category" label={t('category')}>
        <Radio.Group options={noticeCategories.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values>
        name="content"
        label={t('content')}
        extra={t('contentHint')}
        rules={[{ required: true, whitespace: true, message: t('contentPlease') }]}
      >
        <Input.TextArea maxLength={20_000} autoSize={{ minRows: 8, maxRows: 20 }} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.scope !== after.scope}>
        {({ getFieldValue, setFieldValue }) => {
          const scope: unknown = getFieldValue('scope')
          // ids of one kind of receivers mean nothing for another
          const empty = () => setFieldValue('scopeIds', [])
          return (
            <>
              <Form.Item<Values> name="scope" label={t('scope')}>
                <Radio.Group options={noticeScopes.map((value) => ({ value, label: t(value) }))} onChange={empty} />
              </Form.Item>
              {(scope === 'depts' || scope === 'roles' || scope === 'users') && (
                <Form.Item<Values>
                  name="scopeIds"
                  rules={[{ required: true, type: 'array', min: 1, message: t('scopePlease') }]}
                >
                  <Targets scope={scope} />
                </Form.Item>
              )}
            </>
          )
        }}
      </Form.Item>
      <Form.Item<Values> name="releaseTime" label={t('releaseTime')} extra={t('releaseHint')} {...asMoment}>
        <DatePicker className="date-field" showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
      <Form.Item<Values> name="expireTime" label={t('expireTime')} {...asMoment}>
        <DatePicker className="date-field" showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
    </FormDialog>
  )
}

const none: string[] = []

type TargetsProps = { scope: 'depts' | 'roles' | 'users'; value?: string[]; onChange?: (value: string[]) => void }

/** Departments, roles or people, searched at the server. */
function Targets({ scope, value, onChange }: TargetsProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useQuery(query(notice.targets, { scope, title: typed }))
  return (
    <Select
      mode="multiple"
      aria-label={t('scope')}
      placeholder={t(scope)}
      value={value ?? none}
      onChange={(next: string[]) => onChange?.(next)}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={data.map(({ value: id, title }) => ({ value: id, label: title }))}
      maxTagCount="responsive"
    />
  )
}
