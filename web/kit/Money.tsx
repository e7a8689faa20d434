import { moneyText } from './money-text.ts'
import './kit.css'

/** An amount in yuan from the wire: tabular figures, right-aligned in tables, zero as a dash, red ink only for negatives. */
export function Money({ value, strong = false }: { value: string | null | undefined; strong?: boolean }) {
  const { text, negative, zero } = moneyText(value)
  return (
    <span
      className="money"
      data-negative={negative || undefined}
      data-zero={zero || undefined}
      data-strong={strong || undefined}
    >
      {text}
    </span>
  )
}
