import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { accountTexts } from './account-texts.ts'
import { type Strength, strengthOf } from './password-strength.ts'

const words = ['strength0', 'strength1', 'strength2', 'strength3', 'strength4'] as const

function Meter({ strength }: { strength: Strength }) {
  const t = useTexts(accountTexts)
  return (
    <output className="strength" aria-label={`${t('strength')}: ${t(words[strength])}`}>
      {[1, 2, 3, 4].map((step) => (
        <i key={step} data-on={step <= strength || undefined} />
      ))}
      <span aria-hidden>{t(words[strength])}</span>
    </output>
  )
}

/** A password twice, and how hard it is to guess. Named `password` and `again` in the form. */
export function PasswordFields({ label, least, names }: { label: string; least: number; names: string[] }) {
  const t = useTexts(accountTexts)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(false)
  const type = shown ? 'text' : 'password'
  return (
    <>
      <label>
        <span>{label}</span>
        <span className="login-with">
          <input
            name="password"
            type={type}
            autoComplete="new-password"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="button" className="plain-button" onClick={() => setShown(!shown)}>
            {shown ? t('hide') : t('show')}
          </button>
        </span>
        {typed === '' ? (
          <span className="field-hint">{t('least', { least })}</span>
        ) : (
          <Meter strength={strengthOf(typed, { least, names })} />
        )}
      </label>
      <label>
        <span>{t('again')}</span>
        <input name="again" type={type} autoComplete="new-password" />
      </label>
    </>
  )
}

/** The key of what is wrong with a password that was typed twice, or undefined. */
export function passwordProblem(
  { password, again }: { password: string; again: string },
  { least, names }: { least: number; names: string[] },
): 'least' | 'tooWeak' | 'different' | undefined {
  const strength = strengthOf(password, { least, names })
  if (strength === 0) return 'least'
  if (strength === 1) return 'tooWeak'
  return password === again ? undefined : 'different'
}
