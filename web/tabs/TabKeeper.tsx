import { useEffect, useEffectEvent } from 'react'
import { useSay } from '#web/kernel/language.ts'
import { barOf, type Scope, stepped, useTabs } from '#web/kernel/tabs.ts'
import { isTyping } from '#web/kit/typing.ts'
import type { PageRoute } from '../shell/page-route.ts'
import { focusTab } from './focus-tabs.ts'
import { isOpenTo, useOwnTabs, usePerson } from './own-tabs.ts'
import { useWindowTitle } from './page-title.ts'
import { useTabActions } from './tab-actions.ts'
import { tabKeyOf } from './tab-keys.ts'

type TabKeeperProps = { route: PageRoute; scope: Scope; activeKey: string }

/** What the tabs do whether their bar is shown or not: their keys, the window's title, letting go of what is no longer open. */
export function TabKeeper({ route, scope, activeKey }: TabKeeperProps) {
  const say = useSay()
  const tabs = useOwnTabs()
  const person = usePerson()
  const actions = useTabActions(scope, activeKey)
  const move = useTabs((state) => state.move)
  const retain = useTabs((state) => state.retain)
  const active = tabs.find((tab) => tab.key === activeKey)
  useWindowTitle(active?.title || say(route.title))
  useEffect(() => retain((tab) => isOpenTo(tab, person)), [person, retain])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const does = tabKeyOf(event)
    if (!does || isTyping()) return
    event.preventDefault()
    const bar = barOf(tabs, scope)
    const at = bar.findIndex((tab) => tab.key === activeKey)
    if (does === 'next' || does === 'previous') {
      const to = stepped(bar, activeKey, does === 'next' ? 1 : -1)
      if (to) actions.go(to)
    } else if (does === 'close') {
      if (active?.passing) actions.leave()
      else actions.close(activeKey)
    } else {
      // in the bar the tab under the keyboard moves, elsewhere the one in front
      const under = document.activeElement?.closest<HTMLElement>('.tab-list [data-key]')?.dataset['key']
      const key = under ?? activeKey
      const from = under ? bar.findIndex((tab) => tab.key === key) : at
      if (from < 0) return
      move(key, from + (does === 'left' ? -1 : 1))
      if (under) focusTab(key)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return null
}
