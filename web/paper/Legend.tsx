import { Button, Popover } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Every state of a cell, as it is drawn on the sheet. */
const entries = [
  { mark: 'ok', says: 'ok' },
  { mark: 'entered', says: 'entered' },
  { mark: 'overridden', says: 'overridden' },
  { mark: 'stale', says: 'staleCell' },
  { mark: 'missing', says: 'missing' },
  { mark: 'error', says: 'error' },
  { mark: 'typed', says: 'typed' },
  { mark: 'commented', says: 'commented' },
] as const

/** What the marks on the sheet mean. */
export function Legend() {
  const t = useTexts(texts)
  const content = (
    <ul className="legend">
      {entries.map(({ mark, says }) => (
        <li key={mark}>
          <span className="legend-cell" data-mark={mark} aria-hidden>
            {mark === 'missing' ? t('missing') : mark === 'error' ? t('error') : '1,234.00'}
          </span>
          {t(says)}
        </li>
      ))}
    </ul>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button size="small" type="text">
        {t('legend')}
      </Button>
    </Popover>
  )
}
