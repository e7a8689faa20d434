import { Button } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './role-texts.ts'

type DifferenceProps = {
  /** What would change, a line each. */
  lines: readonly string[]
  busy: boolean
  refusal: string
  onSave: () => void
  onDiscard: () => void
}

/** What is about to be saved, line by line, with the two ways out of it. */
export function Difference({ lines, busy, refusal, onSave, onDiscard }: DifferenceProps) {
  const t = useTexts(texts)
  if (lines.length === 0) return null
  return (
    <section className="role-diff" aria-label={t('changes', { count: lines.length })}>
      <strong>{t('changes', { count: lines.length })}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {refusal && (
        <p className="role-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="dialog-buttons">
        <Button onClick={onDiscard} disabled={busy}>
          {t('discard')}
        </Button>
        <Button type="primary" loading={busy} onClick={onSave}>
          {t('save')}
        </Button>
      </div>
    </section>
  )
}
