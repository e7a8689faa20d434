import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented } from 'antd'
import { useState } from 'react'
import { docRequest, itemStates, type ItemState, type RequestDetailRow } from '#contract/doc-request.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { ChooseProject } from './ChooseProject.tsx'
import { copyLink } from './copy-link.ts'
import { HeadForm } from './HeadForm.tsx'
import { ItemForm } from './ItemForm.tsx'
import { ItemTable } from './ItemTable.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { RemindList } from './RemindList.tsx'
import { texts } from './texts.ts'

type Asked = 'remind' | 'settings' | 'history' | 'item' | 'project'
const columns = ['name', 'required', 'dueDay', 'state', 'reason', 'papers', 'files', 'lastTime']

/** One request: how far it is, what can be done with it, and its items by state. */
export function RequestDesk({ id }: { id: string }) {
  const detail = useQuery({ ...query(docRequest.detail, { id }), refetchInterval: 30_000 })
  return (
    <StateView of={detail} shape={<Bones lines={10} />}>
      {(of) => <Desk of={of} />}
    </StateView>
  )
}

function Desk({ of }: { of: RequestDetailRow }) {
  const t = useTexts(texts)
  const may = useMay()
  const { query: at } = useTab()
  const confirm = useConfirmDanger()
  const exporting = useListExport()
  const setState = useCommand(docRequest.state)
  const renew = useCommand(docRequest.renew)
  const toPaper = useCommand(docRequest.toPaper, { quiet: of.projectId === '' })
  const [only, setOnly] = useState<ItemState | 'all'>('all')
  const [asked, setAsked] = useState<Asked>()
  const { id, title, counts, state, dueDay, lastRemindTime } = of
  const edits = may('project.edit')
  const open = state === 'open'
  const copy = async (path?: string) => say(t((await copyLink(id, path)) ? 'copied' : 'notCopied'))
  const close = () => setAsked(undefined)
  const more = [
    { key: 'settings', label: t('settings'), onClick: () => setAsked('settings') },
    { key: 'history', label: t('history'), onClick: () => setAsked('history') },
    {
      key: 'renew',
      label: t('renew'),
      onClick: () =>
        void confirm({ says: t('renewSure', { title }), ok: t('renew') }).then(
          (yes) => yes && renew.mutate({ id }, { onSuccess: ({ path }) => void copy(path) }),
        ),
    },
    open
      ? {
          key: 'close',
          label: t('close'),
          onClick: () =>
            void confirm({ says: t('closeSure', { title }), ok: t('close') }).then(
              (yes) => yes && setState.mutate({ id, state: 'closed' }),
            ),
        }
      : { key: 'open', label: t('reopen'), onClick: () => setState.mutate({ id, state: 'open' }) },
  ]
  const { projectId, enterpriseName, projectName } = of
  const intoPaper = (chosen = projectId) =>
    toPaper.mutateAsync({ id, projectId: chosen }).then(({ rows, added }) => say(t('toPaperDone', { rows, added })))
  const facts = [
    // above a project's own page stands which it is
    (at.get('projectId') ?? '') === '' && [enterpriseName, projectName].filter(Boolean).join(' · '),
    dueDay ? t('dueOf', { day: dueDay }) : t('noDue'),
    lastRemindTime ? t('reminded', { time: lastRemindTime.slice(0, 16) }) : t('neverReminded'),
    of.contactName,
  ].filter(Boolean)
  const owed = counts.waiting + counts.returned
  return (
    <section aria-label={title}>
      <header className="request-head">
        <div>
          <h2>
            {title} {!open && <StatusTag tone="plain">{t('closed')}</StatusTag>}
            {of.lockedUntil && (
              <StatusTag tone="bad">{t('lockedUntil', { time: of.lockedUntil.slice(5, 16) })}</StatusTag>
            )}
            {counts.overdue > 0 && (
              <StatusTag tone="bad">
                {t('overdue')} {counts.overdue}
              </StatusTag>
            )}
          </h2>
          <p className="third">{facts.join(' · ')}</p>
        </div>
        <div className="request-acts">
          {edits && open && (
            <>
              <Button onClick={() => void copy()}>{t('copyLink')}</Button>
              <Button type={owed > 0 ? 'primary' : 'default'} disabled={owed === 0} onClick={() => setAsked('remind')}>
                {t('remind')}
              </Button>
            </>
          )}
          {may('paper.generate') && (
            <Button
              loading={toPaper.isPending}
              onClick={() => (projectId ? void intoPaper().catch(() => undefined) : setAsked('project'))}
            >
              {t('toPaper')}
            </Button>
          )}
          <Button
            loading={exporting.busy}
            onClick={() =>
              void exporting.start({
                name: 'docRequestItem',
                input: { current: '1', size: '500', requestId: id },
                columns: ['enterpriseName', 'projectName', 'requestTitle', ...columns],
              })
            }
          >
            {t('export')}
          </Button>
          {edits && (
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <Button>{t('more')}</Button>
            </Dropdown>
          )}
        </div>
      </header>
      <div className="request-bar">
        <Segmented
          value={only}
          aria-label={t('state')}
          onChange={setOnly}
          options={[
            { value: 'all' as const, label: `${t('all')} ${counts.total}` },
            ...itemStates.map((value) => ({ value, label: `${t(`state_${value}`)} ${counts[value]}` })),
          ]}
        />
        {edits && open && (
          <Button size="small" onClick={() => setAsked('item')}>
            {t('addItem')}
          </Button>
        )}
      </div>
      <ItemTable of={of} items={of.items.filter((item) => only === 'all' || item.state === only)} />
      {asked === 'remind' && <RemindDialog of={of} onClose={close} />}
      {asked === 'settings' && <HeadForm of={of} onClose={close} />}
      {asked === 'history' && <RemindList of={of} onClose={close} />}
      {asked === 'project' && <ChooseProject of={of} says={t('toPaper')} onChosen={intoPaper} onClose={close} />}
      {asked === 'item' && <ItemForm of={of} onClose={close} />}
    </section>
  )
}
