import { useCallback, useEffect, useState } from 'react'
import type { OpenedRequest, PublicItemRow } from '#contract/doc-request.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { openRequest, requestItems } from '../share/guest-call.ts'
import { guestTexts as texts } from '../share/guest-texts.ts'
import { GuestFrame } from '../share/GuestFrame.tsx'
import { useOpened } from '../share/use-opened.ts'
import { GuestItem } from './GuestItem.tsx'

const LOOK_MS = 30_000
const isOwed = ({ state }: PublicItemRow) => state === 'waiting' || state === 'returned'
const isSent = ({ state }: PublicItemRow) => state === 'received' || state === 'accepted'

/** /request/{token}: what a firm asks of its client, who uploads item by item. */
export function RequestPage() {
  const opened = useOpened(openRequest)
  return (
    <GuestFrame opened={opened} title={({ title = '' }) => title}>
      {(shown) => <Items shown={shown} />}
    </GuestFrame>
  )
}

function Items({ shown }: { shown: OpenedRequest }) {
  const t = useTexts(texts)
  const { ticket, maxFileMb = 0 } = shown
  const [items, setItems] = useState(shown.items ?? [])
  const [fault, setFault] = useState('')
  const look = useCallback(async () => {
    try {
      setItems(await requestItems(ticket))
      setFault('')
    } catch (error) {
      // what stands here stays; of a line that is down the next look may know better
      if (error instanceof CallError && error.code !== 0) setFault(error.message)
    }
  }, [ticket])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  const next = items.find(isOwed)
  const wanted = items.filter(({ state }) => state !== 'na')
  const done = wanted.filter(isSent).length
  return (
    <>
      <header className="guest-head">
        <p className="guest-quiet">
          {t('from')} {shown.firmName}
        </p>
        <h1>{shown.title}</h1>
        {shown.dueDay && <p className="guest-quiet">{t('due', { day: shown.dueDay })}</p>}
        {shown.note && <p className="guest-note">{shown.note}</p>}
      </header>
      <div className="guest-progress">
        <progress
          max={Math.max(1, wanted.length)}
          value={done}
          aria-label={t('progress', { done, all: wanted.length })}
        />
        <span className="guest-quiet">{t('progress', { done, all: wanted.length })}</span>
        {done === wanted.length && wanted.length > 0 && <output className="guest-thanks">{t('allDone')}</output>}
      </div>
      {fault && (
        <p role="alert" className="guest-fault">
          {fault}
        </p>
      )}
      <ol className="guest-items">
        {items.map((item) => (
          <GuestItem
            key={item.id}
            item={item}
            isNext={item === next}
            ticket={ticket}
            limitMb={maxFileMb}
            onSent={() => void look()}
          />
        ))}
      </ol>
    </>
  )
}
