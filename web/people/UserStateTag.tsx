import type { UserState } from '#contract/user.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

const tones: Record<UserState, Tone> = { pending: 'plain', active: 'good', locked: 'bad', left: 'plain' }

/** A person's state in a word. */
export function UserStateTag({ state }: { state: UserState }) {
  const t = useTexts(texts)
  return <StatusTag tone={tones[state]}>{t(state)}</StatusTag>
}
