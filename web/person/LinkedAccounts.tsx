import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { social } from '#contract/identity.ts'
import { call, query as ask, useCommand } from '#web/kernel/api.ts'
import { emptied, leaveTo, newNonce, returnedIn, takeAway } from '#web/kernel/away.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { Part, PartRow } from './Part.tsx'
import { texts } from './texts.ts'

/** Accounts elsewhere that sign this person in; links the one that has just come back with the browser. */
export function LinkedAccounts() {
  const t = useTexts(texts)
  const { query } = useTab()
  const setView = useSetView()
  const tenantId = useSession((state) => state.tenantId)
  const found = useQuery(ask(social.bound, {}))
  const bind = useCommand(social.bind)
  const unbind = useCommand(social.unbind)
  const confirm = useConfirmDanger()

  const finish = useEffectEvent(() => {
    const returned = returnedIn(query.toString())
    if (!returned) return
    setView(emptied)
    const away = takeAway(returned.state)
    if (!away) return complain(new CallError(t('notBegunHere'), 0))
    if (returned.error) return complain(new CallError(t('givenUp'), 0))
    const { code, state, iss } = returned
    bind.mutate({ code, state, nonce: away.nonce, ...(iss && { iss }) }, { onSuccess: () => say(t('bound')) })
  })
  useEffect(() => finish(), [])

  const leave = async (source: string) => {
    const nonce = newNonce()
    const { url, state } = await call(social.bindStart, { source, nonce })
    leaveTo(url, { state, nonce, purpose: 'bind', kind: 'social', through: source, tenantId })
  }
  const loosen = async (id: string, name: string) => {
    if (!(await confirm({ says: t('unbindSure', { name }), ok: t('unbind') }))) return
    await unbind.mutateAsync({ id }).then(
      () => say(t('unbound')),
      () => undefined,
    )
  }
  return (
    <Part title={t('linked')} says={t('linkedText')}>
      <StateView of={found}>
        {({ linked, free }) =>
          linked.length + free.length === 0 ? (
            <p className="second">{t('linkedNone')}</p>
          ) : (
            <ul className="person-list">
              {linked.map((one) => (
                <PartRow
                  key={one.id}
                  name={one.name}
                  note={[t('bound'), one.nickname, one.createTime].filter(Boolean).join(' · ')}
                  action={
                    <Button type="link" size="small" onClick={() => void loosen(one.id, one.name)}>
                      {t('unbind')}
                    </Button>
                  }
                />
              ))}
              {free.map((one) => (
                <PartRow
                  key={one.id}
                  name={one.name}
                  note=""
                  action={
                    <Button type="link" size="small" onClick={() => void leave(one.id).catch(complain)}>
                      {t('bind')}
                    </Button>
                  }
                />
              ))}
            </ul>
          )
        }
      </StateView>
    </Part>
  )
}
