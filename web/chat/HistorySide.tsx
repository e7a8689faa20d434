import { MoreOutlined, PlusOutlined, StarFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented } from 'antd'
import { useState } from 'react'
import { chat, type FoundConversation } from '#contract/chat.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { clockText } from '#web/kernel/local-item.ts'
import { say } from '#web/kernel/notices.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { byPeriod } from './history-days.ts'
import { texts } from './texts.ts'

const PAGE = 50
const MOST = 500
const views = ['all', 'starred', 'sharedWithMe'] as const
type View = (typeof views)[number]

type HistoryProps = {
  /** Own or shared: the one that is open. */
  chosen: string
  onChoose: (id: string) => void
  onShared: (id: string) => void
  onNew: () => void
}

/** The conversations: own ones by day, starred, and what others have shared. */
export function HistorySide({ chosen, onChoose, onShared, onNew }: HistoryProps) {
  const t = useTexts(texts)
  const [view, setView] = useState<View>('all')
  const [words, setWords] = useState('')
  return (
    <>
      <Button block type="primary" icon={<PlusOutlined />} onClick={onNew}>
        {t('newChat')}
      </Button>
      <SearchField
        allowClear
        maxLength={200}
        placeholder={t('searchHistory')}
        aria-label={t('searchHistory')}
        onSearch={(typed) => setWords(typed.trim())}
      />
      <Segmented<View>
        block
        size="small"
        aria-label={t('history')}
        value={view}
        onChange={setView}
        options={views.map((value) => ({ value, label: t(value) }))}
      />
      {view === 'sharedWithMe' ? (
        <SharedRows key={words} words={words} chosen={chosen} onChoose={onShared} />
      ) : (
        <OwnRows
          key={`${view} ${words}`}
          words={words}
          starred={view === 'starred'}
          chosen={chosen}
          onChoose={onChoose}
          onGone={onNew}
        />
      )}
    </>
  )
}

type OwnProps = {
  words: string
  starred: boolean
  chosen: string
  onChoose: (id: string) => void
  /** The one that is open was deleted. */
  onGone: () => void
}

function OwnRows({ words, starred, chosen, onChoose, onGone }: OwnProps) {
  const t = useTexts(texts)
  const [size, setSize] = useState(PAGE)
  const [gone, setGone] = useState<{ id: string; title: string }>()
  const found = useQuery(pageQuery(chat.list, { size, words, starred: starred ? '1' : '0' }))
  const remove = useCommand(chat.remove)
  const restore = useCommand(chat.restore)
  const removeOne = ({ id, title }: FoundConversation) =>
    remove.mutate(
      { ids: id },
      {
        onSuccess: () => {
          setGone({ id, title })
          if (id === chosen) onGone()
        },
      },
    )
  const undo = ({ id }: { id: string }) =>
    restore.mutate(
      { ids: id },
      {
        onSuccess: () => {
          setGone(undefined)
          say(t('restored'))
        },
      },
    )
  const emptySays = words ? t('noneFound', { words }) : t(starred ? 'noneStarred' : 'noHistory')
  return (
    <div className="chat-history">
      {gone && (
        <output className="chat-gone">
          <span>{t('removed', { title: gone.title })}</span>
          <Button type="link" size="small" onClick={() => undo(gone)}>
            {t('undo')}
          </Button>
        </output>
      )}
      <StateView
        of={found}
        shape={<Bones lines={8} />}
        empty={{ when: ({ records }) => records.length === 0, says: emptySays }}
      >
        {({ records, total }) => (
          <>
            {byPeriod(records, clockText(new Date())).map(([period, rows]) => (
              <section key={period} aria-label={t(period)}>
                <h2>{t(period)}</h2>
                <ul>
                  {rows.map((row) => (
                    <OwnRow
                      key={row.id}
                      of={row}
                      chosen={row.id === chosen}
                      onChoose={() => onChoose(row.id)}
                      onRemove={() => removeOne(row)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {records.length < total && size < MOST && (
              <Button type="text" block loading={found.isFetching} onClick={() => setSize(size + PAGE)}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </StateView>
      {words === '' && !starred && <Deleted />}
    </div>
  )
}

type RowProps = { of: FoundConversation; chosen: boolean; onChoose: () => void; onRemove: () => void }

function OwnRow({ of: row, chosen, onChoose, onRemove }: RowProps) {
  const t = useTexts(texts)
  const prompt = usePrompt()
  const save = useCommand(chat.save)
  const { id, title, starred, version } = row
  const rename = async () => {
    const named = await prompt({
      title: t('rename'),
      label: t('conversationTitle'),
      initial: title,
      check: (typed) => (typed !== '' && typed.length <= 100) || t('titlePlease'),
    })
    if (named !== undefined) save.mutate({ id, version, title: named })
  }
  return (
    <li data-chosen={chosen || undefined}>
      <button type="button" className="plain-button chat-row" aria-current={chosen || undefined} onClick={onChoose}>
        <span className="chat-row-title">
          {starred && <StarFilled aria-label={t('isStarred')} />}
          {title}
        </span>
        {(row.found || row.projectName) && <span className="third">{row.found || row.projectName}</span>}
      </button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'star',
              label: t(starred ? 'unstar' : 'star'),
              onClick: () => save.mutate({ id, version, starred: !starred }),
            },
            { key: 'rename', label: t('rename'), onClick: () => void rename() },
            { key: 'remove', label: t('remove'), danger: true, onClick: onRemove },
          ],
        }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('moreOf', { title })} />
      </Dropdown>
    </li>
  )
}

function Deleted() {
  const t = useTexts(texts)
  const deleted = useQuery(query(chat.list, { size: PAGE, deleted: '1' }))
  const restore = useCommand(chat.restore)
  const rows = deleted.data?.records ?? []
  if (rows.length === 0) return null
  return (
    <details className="chat-deleted">
      <summary>{t('deletedChats', { count: deleted.data?.total ?? rows.length })}</summary>
      <ul>
        {rows.map(({ id, title }) => (
          <li key={id}>
            <span className="chat-row-title">{title}</span>
            <Button
              type="link"
              size="small"
              aria-label={`${t('restore')} ${title}`}
              onClick={() => restore.mutate({ ids: id }, { onSuccess: () => say(t('restored')) })}
            >
              {t('restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

type SharedProps = { words: string; chosen: string; onChoose: (id: string) => void }

function SharedRows({ words, chosen, onChoose }: SharedProps) {
  const t = useTexts(texts)
  const found = useQuery(pageQuery(chat.sharedList, { size: 100, words }))
  return (
    <div className="chat-history">
      <StateView of={found} shape={<Bones lines={6} />}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty says={words ? t('noneFound', { words }) : t('noneShared')} />
          ) : (
            <ul>
              {records.map(({ id, title, ownerName }) => (
                <li key={id} data-chosen={id === chosen || undefined}>
                  <button
                    type="button"
                    className="plain-button chat-row"
                    aria-current={id === chosen || undefined}
                    onClick={() => onChoose(id)}
                  >
                    <span className="chat-row-title">{title}</span>
                    <span className="third">{t('byOwner', { name: ownerName })}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </StateView>
    </div>
  )
}
