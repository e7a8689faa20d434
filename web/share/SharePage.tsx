import { useTexts } from '#web/kernel/language.ts'
import { CollectBox } from './CollectBox.tsx'
import { openShare } from './guest-call.ts'
import { guestTexts as texts } from './guest-texts.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { SharedFiles } from './SharedFiles.tsx'
import { useOpened } from './use-opened.ts'

/** /s/{token}: files shared with somebody without an account, or asked of him. */
export function SharePage() {
  const t = useTexts(texts)
  const opened = useOpened(openShare)
  return (
    <GuestFrame opened={opened} title={({ title = '' }) => title}>
      {(shown) => {
        const facts = [
          shown.expireDay && t('until', { day: shown.expireDay }),
          shown.mode === 'download' && typeof shown.left === 'number' && t('left', { left: shown.left }),
          shown.mode === 'view' && t('viewOnly'),
        ].filter(Boolean)
        return (
          <>
            <header className="guest-head">
              <p className="guest-quiet">
                {t('from')} {shown.firmName}
              </p>
              <h1>{shown.title}</h1>
              {facts.length > 0 && <p className="guest-quiet">{facts.join(' · ')}</p>}
              {shown.note && <p className="guest-note">{shown.note}</p>}
            </header>
            {shown.mode === 'collect' ? <CollectBox shown={shown} /> : <SharedFiles shown={shown} />}
          </>
        )
      }}
    </GuestFrame>
  )
}
