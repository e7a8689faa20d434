import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { type AuditedAnswer, chat } from '#contract/chat.ts'
import { answerModes } from '#contract/chat-message.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { SafeMarkdown } from '#web/kit/SafeMarkdown.tsx'
import { SourceList } from '#web/kit/SourceList.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { auditTexts } from './audit-texts.ts'

/** Everybody's answers with what they rest on, for who oversees them. */
export function AuditList({ onClose }: { onClose: () => void }) {
  const t = useTexts(auditTexts)
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(chat.audit, view.input))
  const [opened, open] = useState<AuditedAnswer>()
  const columns: Column<AuditedAnswer>[] = [
    { key: 'createTime', title: t('createTime'), width: 172, sortable: true },
    { key: 'userName', title: t('userName'), width: 100, cut: true },
    { key: 'projectName', title: t('projectName'), width: 160, cut: true },
    {
      key: 'question',
      title: t('question'),
      cut: true,
      render: ({ question, withheld }) => (withheld ? <span className="second">{t('withheld')}</span> : question),
    },
    { key: 'mode', title: t('mode'), width: 120, render: ({ mode }) => modeWords(mode, t) },
    { key: 'model', title: t('model'), width: 140, cut: true },
    {
      key: 'doubts',
      title: t('doubts'),
      width: 96,
      amount: true,
      render: ({ doubts }) =>
        doubts > 0 ? <StatusTag tone="waiting">{String(doubts)}</StatusTag> : <span className="number">—</span>,
    },
    { key: 'feedback', title: t('feedback'), width: 96, render: ({ feedback }) => feedbackWords(feedback, t) },
  ]
  return (
    <div className="chat-audit">
      <p className="second">{t('says')}</p>
      <List
        name={t('audit')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ messageId }) => messageId}
        pageKey="chatAudit"
        onOpen={open}
        {...(opened && { selected: opened.messageId })}
        search={[
          { filter: 'userName', label: t('userName') },
          { filter: 'question', label: t('question') },
          { filter: 'answer', label: t('answer') },
          {
            filter: 'mode_equal',
            label: t('mode'),
            options: answerModes.map((value) => ({ value, label: t(`mode_${value}`) })),
          },
        ]}
        empty={{ says: t('none'), action: <Button onClick={onClose}>{t('back')}</Button> }}
      />
      <RecordDrawer
        open={opened !== undefined}
        title={opened?.title ?? ''}
        width={640}
        onClose={() => open(undefined)}
        tabs={[{ key: 'answer', label: t('answer'), content: opened && <Answer of={opened} /> }]}
      />
    </div>
  )
}

type Say = ReturnType<typeof useTexts<typeof auditTexts>>
const modeWords = (mode: string, t: Say) => (mode === 'model' || mode === 'extract' ? t(`mode_${mode}`) : mode)
const feedbackWords = (feedback: string, t: Say) =>
  feedback === 'up' || feedback === 'down' ? t(`feedback_${feedback}`) : ''

function Answer({ of }: { of: AuditedAnswer }) {
  const t = useTexts(auditTexts)
  const titles: string[] = []
  for (const { no, title } of of.sources) titles[no - 1] = title
  return (
    <div className="chat-answer">
      <Facts
        of={{
          [t('userName')]: of.userName,
          [t('createTime')]: of.createTime,
          [t('projectName')]: of.projectName,
          [t('mode')]: modeWords(of.mode, t),
          [t('model')]: of.model,
          [t('tokens')]: of.outputTokens > 0 ? `${of.inputTokens} / ${of.outputTokens}` : '',
          [t('feedback')]: [feedbackWords(of.feedback, t), of.feedbackWords].filter(Boolean).join('：'),
          [t('left')]: of.maskRunIds.length > 0 ? t('leftCount', { count: of.maskRunIds.length }) : '',
        }}
      />
      {of.withheld ? (
        <Alert type="info" title={t('withheldSays')} />
      ) : (
        <>
          <h3>{t('question')}</h3>
          <p className="chat-thinking">{of.question}</p>
          <h3>{t('answer')}</h3>
          <SafeMarkdown text={of.answer} sources={titles} />
        </>
      )}
      {of.sources.length > 0 && (
        <>
          <h3>{t('sources')}</h3>
          <SourceList sources={of.sources} />
        </>
      )}
    </div>
  )
}
