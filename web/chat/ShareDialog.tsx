import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Switch, Typography } from 'antd'
import { useState } from 'react'
import { chat } from '#contract/chat.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = { everyone: boolean; userIds: string[] }
type ShareProps = { conversationId: string; onClose: () => void }

/** Who of the firm may read a conversation. */
export function ShareDialog({ conversationId, onClose }: ShareProps) {
  const t = useTexts(texts)
  const { data } = useQuery(query(chat.detail, { id: conversationId }))
  const share = useCommand(chat.share, { quiet: true })
  const [typed, type] = useState('')
  const people = useQuery(pageQuery(chat.people, { words: typed }))
  if (!data) return null
  const { conversation, sharing } = data
  const link = `${location.origin}/chat?${new URLSearchParams({ 'v.shared': conversationId }).toString()}`
  const known = new Map([...sharing.users, ...(people.data ?? [])].map(({ id, name }) => [id, name]))
  const stop = () =>
    share.mutate(
      { id: conversationId },
      {
        onSuccess: () => {
          say(t('unshared'))
          onClose()
        },
      },
    )
  return (
    <FormDialog<Values>
      open
      title={t('shareTitle', { title: conversation.title })}
      initial={{ everyone: sharing.everyone, userIds: sharing.users.map(({ id }) => id) }}
      submit={t(conversation.shared ? 'save' : 'share')}
      onClose={onClose}
      onSubmit={async ({ everyone, userIds }) => {
        await share.mutateAsync({ id: conversationId, everyone, userIds })
        say(t(everyone || userIds.length > 0 ? 'shared' : 'unshared'))
      }}
    >
      <p className="second chat-hint">{t('shareHint')}</p>
      <Form.Item<Values> name="everyone" label={t('shareEveryone')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item<Values> name="userIds" label={t('sharePeople')}>
        <Select
          mode="multiple"
          showSearch={{ filterOption: false, onSearch: type }}
          loading={people.isFetching}
          options={[...known].map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      {conversation.shared && (
        <>
          <Form.Item label={t('shareLink')}>
            <Typography.Text code>{link}</Typography.Text>
          </Form.Item>
          <Button onClick={stop}>{t('unshare')}</Button>
        </>
      )}
    </FormDialog>
  )
}
