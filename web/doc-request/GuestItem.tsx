import { useRef, useState } from 'react'
import type { PublicItemRow } from '#contract/doc-request.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { sizeText } from '../ledger/size-text.ts'
import { acceptOf } from '../share/accept-of.ts'
import { SAMPLE, saveFile } from '../share/guest-call.ts'
import { guestTexts as texts } from '../share/guest-texts.ts'
import { GuestUploads } from '../share/GuestUploads.tsx'
import { useGuestUploads } from '../share/use-guest-uploads.ts'

type GuestItemProps = {
  item: PublicItemRow
  /** The first that is still owed: its button is the one that stands out. */
  isNext: boolean
  ticket: string
  limitMb: number
  onSent: () => void
}

/** One thing that is asked for: how it stands, why it came back, and the way to send it. */
export function GuestItem({ item, isNext, ticket, limitMb, onSent }: GuestItemProps) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const { uploads, add, again } = useGuestUploads(onSent)
  const { id, name, note, required, dueDay, overdue, kinds, state, reason, files, sampleName } = item
  const open = state !== 'accepted' && state !== 'na'
  const act = state === 'returned' ? 'uploadAgain' : files.length > 0 ? 'uploadMore' : 'upload'
  const limit = sizeText(limitMb * 2 ** 20)
  const sample = () =>
    saveFile(SAMPLE, { ticket, itemId: id }, { name: sampleName, size: 0 }).catch((error: unknown) =>
      setFault(error instanceof CallError ? error.message : String(error)),
    )
  return (
    <li className="guest-item">
      <div className="guest-item-head">
        <strong>{name}</strong>
        <span className="guest-state" data-state={state}>
          {t(`state_${state}`)}
        </span>
      </div>
      <p className="guest-quiet">
        {[t(required ? 'required' : 'optional'), dueDay && t('due', { day: dueDay }), overdue && t('overdue')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {note && <p>{note}</p>}
      {state === 'returned' && <p className="guest-reason">{t('reason', { reason })}</p>}
      {files.length > 0 && (
        <ul className="guest-came">
          {files.map((file) => (
            <li key={file.name + file.time}>
              {file.name} · <span className="number">{sizeText(file.size)}</span> · {file.time.slice(5, 16)}
              {file.returned && ` · ${t('state_returned')}`}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <div className="guest-item-acts">
          <button
            type="button"
            className={isNext ? 'main-button' : state === 'received' ? 'plain-button guest-all' : 'guest-button'}
            onClick={() => input.current?.click()}
          >
            {t(act)}
          </button>
          {item.hasSample && (
            <button type="button" className="plain-button guest-all" onClick={() => void sample()}>
              {t('sample')}
            </button>
          )}
          <span className="guest-quiet">
            {kinds.length
              ? t('rules', { kinds: kinds.map((kind) => t(`kind_${kind}`)).join(' · '), limit })
              : t('rulesAny', { limit })}
          </span>
          <input
            ref={input}
            type="file"
            multiple
            {...acceptOf(kinds)}
            hidden
            aria-label={`${t('upload')} ${name}`}
            onChange={({ target }) => {
              add([...(target.files ?? [])], { ticket, sender: '', item: id })
              target.value = ''
            }}
          />
        </div>
      )}
      {fault && (
        <p role="alert" className="guest-fault">
          {fault}
        </p>
      )}
      <GuestUploads uploads={uploads.filter((one) => !one.done)} again={again} />
    </li>
  )
}
