import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { texts } from './texts.ts'

/** A balance from the wire (debit positive) as accountants write it: its side and its size, never a minus for a credit. */
export function Balance({ value }: { value: string }) {
  const t = useTexts(texts)
  const { text, negative, zero } = moneyText(value.replace(/^-/, ''))
  const side = value.startsWith('-') && !zero ? t('creditSide') : t('debitSide')
  return (
    <span className="money" data-zero={zero || undefined} data-negative={negative || undefined}>
      {!zero && <span className="third">{side} </span>}
      {text}
    </span>
  )
}
