import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { message } from '#contract/notice.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { kindTexts } from './message-kind-texts.ts'
import { texts } from './texts.ts'

/** Which kinds of messages one gets. */
export function MessageKinds() {
  const t = useTexts(texts)
  const found = useQuery(query(message.preferences, {}))
  const prefer = useCommand(message.prefer)
  return (
    <StateView of={found}>
      {(kinds) => (
        <div className="message-kinds">
          {kinds.map(({ type, on, locked }) => (
            <label key={type}>
              <Switch
                size="small"
                checked={on}
                disabled={locked}
                onChange={(next) => prefer.mutate({ type, on: next })}
              />
              {t(kindTexts[type])}
              {locked && <span className="third">{t('locked')}</span>}
            </label>
          ))}
        </div>
      )}
    </StateView>
  )
}
