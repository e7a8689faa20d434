import { DeleteOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { clientProfile, type TimelineEntry, timelineKinds } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { extentOf } from '#contract/grants.ts'
import { call, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { openProject } from '../project/open-project.ts'
import { useClientWords } from './client-words.ts'
import { texts } from './texts.ts'
import './client.css'

const PAGE = 20
const kindText = {
  note: 'kindNote',
  client: 'kindClient',
  project: 'kindProject',
  ledger: 'kindLedger',
  paper: 'kindPaper',
} as const satisfies Record<TimelineEntry['kind'], keyof typeof texts>

/** The story of a client: notes, its projects, ledgers and papers, and what changed. */
export function ClientTimeline({ of, mayNote }: { of: Enterprise; mayNote: boolean }) {
  const t = useTexts(texts)
  const [kind, setKind] = useState<TimelineEntry['kind'] | ''>('')
  const { path } = clientProfile.timeline
  const entries = useInfiniteQuery({
    queryKey: ['firmEnterprise', path, of.id, kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        clientProfile.timeline,
        { enterpriseId: of.id, current: pageParam, size: PAGE, ...(kind && { kind }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    staleTime: 0,
  })
  const rows = entries.data?.pages.flatMap(({ records }) => records)
  return (
    <>
      {mayNote && <NoteForm enterpriseId={of.id} />}
      <div className="tab-head">
        <Segmented
          size="small"
          aria-label={t('timeline')}
          value={kind}
          onChange={setKind}
          options={[
            { value: '' as const, label: t('allKinds') },
            ...timelineKinds.map((value) => ({ value, label: t(kindText[value]) })),
          ]}
        />
      </div>
      {rows === undefined ? (
        entries.isError ? (
          <Failing fault={entries.error} retry={entries.refetch} />
        ) : (
          <Bones lines={5} />
        )
      ) : rows.length === 0 ? (
        <Empty says={t('noTimeline')} />
      ) : (
        <ol className="story">
          {rows.map((entry) => (
            <Entry key={entry.seq} entry={entry} enterpriseId={of.id} />
          ))}
        </ol>
      )}
      {entries.hasNextPage && (
        <Button type="link" loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

function NoteForm({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const [content, setContent] = useState('')
  const add = useCommand(clientProfile.addNote)
  const submit = async () => {
    const added = await add.mutateAsync({ enterpriseId, content }).catch(() => undefined)
    // a refusal was said in a toast; what was typed stays
    if (!added) return
    setContent('')
    say(t('noted'))
  }
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Input.TextArea
        aria-label={t('note')}
        placeholder={t('notePlaceholder')}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      <Button htmlType="submit" disabled={content.trim() === ''} loading={add.isPending}>
        {t('addNote')}
      </Button>
    </form>
  )
}

function Entry({ entry, enterpriseId }: { entry: TimelineEntry; enterpriseId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const words = useClientWords()
  const { kind, action, actorName, createTime, projectId, projectName, year, content } = entry
  const named = entry.fields.flatMap((field) => words[field] ?? [])
  return (
    <li data-kind={kind}>
      <span className="story-head">
        <strong>{words[action] ?? action}</strong>
        {projectId &&
          (may('project.view') ? (
            <button
              type="button"
              className="plain-button"
              onClick={() => openProject({ id: projectId, enterpriseId, projectName })}
            >
              {projectName}
            </button>
          ) : (
            <span>{projectName}</span>
          ))}
        {year && <span className="second number">{t('yearOf', { year })}</span>}
        <span className="second">{actorName}</span>
        <time className="third number">{createTime.slice(0, 16)}</time>
      </span>
      {kind === 'note' ? (
        <Note entry={entry} enterpriseId={enterpriseId} />
      ) : (
        <>
          {content && <span className="second">{content}</span>}
          {named.length > 0 && (
            <span className="second">{t('changedFields', { fields: named.join(t('listSeparator')) })}</span>
          )}
        </>
      )}
    </li>
  )
}

function Note({ entry, enterpriseId }: { entry: TimelineEntry; enterpriseId: string }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const keepsAll = useSession(({ held }) => extentOf(held, 'enterprise.edit') === true)
  const may = useMay()
  const remove = useCommand(clientProfile.removeNote)
  const take = async () => {
    if (!(await confirm({ says: t('removeNoteSure'), ok: t('delete') }))) return
    await remove.mutateAsync({ enterpriseId, id: entry.noteId }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  return (
    <span className="story-head">
      <span className="story-note">{entry.content}</span>
      {may('enterprise.edit') && (entry.mine || keepsAll) && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('removeNote')}
          onClick={() => void take()}
        />
      )}
    </span>
  )
}
