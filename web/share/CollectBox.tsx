import { type DragEvent, useRef, useState } from 'react'
import type { OpenedShare } from '#contract/share.ts'
import { useTexts } from '#web/kernel/language.ts'
import { sizeText } from '../ledger/size-text.ts'
import { guestTexts as texts } from './guest-texts.ts'
import { acceptOf } from './accept-of.ts'
import { GuestUploads } from './GuestUploads.tsx'
import { useGuestUploads } from './use-guest-uploads.ts'

const nothing = () => undefined

/** A collect link: a stranger brings files and sees only what he brings. */
export function CollectBox({ shown }: { shown: OpenedShare }) {
  const t = useTexts(texts)
  const [sender, setSender] = useState('')
  const [asks, setAsks] = useState(false)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const { uploads, add, again } = useGuestUploads(nothing)
  const { ticket, firmName, kinds = [], maxFileMb = 0, askName = false } = shown
  const limit = sizeText(maxFileMb * 2 ** 20)
  const named = !askName || sender.trim() !== ''
  const take = (files: Iterable<File>) => {
    if (!named) {
      setAsks(true)
      name.current?.focus()
      return
    }
    add([...files], { ticket, sender: sender.trim() })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const done = uploads.filter((one) => one.done).length
  return (
    <>
      <p className="guest-quiet">{t('collectText', { firm: firmName })}</p>
      {askName && (
        <label className="guest-field">
          <span>{t('yourName')}</span>
          <input
            ref={name}
            value={sender}
            maxLength={50}
            autoComplete="name"
            aria-invalid={asks && !named}
            onChange={({ target }) => setSender(target.value)}
          />
          {asks && !named && <span role="alert">{t('namePlease')}</span>}
        </label>
      )}
      <div
        className="guest-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <button type="button" className="main-button" onClick={() => (named ? input.current?.click() : take([]))}>
          {t('choose')}
        </button>
        <span className="guest-quiet guest-wide">{t('drop')}</span>
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
          aria-label={t('choose')}
          onChange={({ target }) => {
            take(target.files ?? [])
            target.value = ''
          }}
        />
      </div>
      <GuestUploads uploads={uploads} again={again} />
      {done > 0 && done === uploads.length && <output className="guest-thanks">{t('thanks', { n: done })}</output>}
    </>
  )
}
