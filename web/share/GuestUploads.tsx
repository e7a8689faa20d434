import { useTexts } from '#web/kernel/language.ts'
import { sizeText } from '../ledger/size-text.ts'
import { guestTexts as texts } from './guest-texts.ts'
import type { GuestUpload } from './use-guest-uploads.ts'

/** Files on their way, each with how far it is, or why it was not taken. */
export function GuestUploads({ uploads, again }: { uploads: readonly GuestUpload[]; again: (key: number) => void }) {
  const t = useTexts(texts)
  if (uploads.length === 0) return null
  return (
    <ul className="guest-uploads">
      {uploads.map(({ key, name, size, percent, done, fault }) => (
        <li key={key} data-state={fault ? 'bad' : done ? 'good' : 'active'}>
          <span className="guest-name">{name}</span>
          <span className="number guest-quiet">{sizeText(size)}</span>
          <span className="guest-how">{fault ? '' : done ? t('sent') : t('sending', { percent })}</span>
          {fault && (
            <p role="alert">
              {fault}
              <button type="button" className="plain-button" onClick={() => again(key)}>
                {t('retry')}
              </button>
            </p>
          )}
          {!done && !fault && <progress max={100} value={percent} aria-label={name} />}
        </li>
      ))}
    </ul>
  )
}
