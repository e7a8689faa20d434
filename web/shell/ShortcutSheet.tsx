import { Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { isTyping } from '#web/kit/typing.ts'
import { focusTabs } from '../tabs/focus-tabs.ts'
import { usePerson } from '../tabs/own-tabs.ts'
import { tabKeys } from '../tabs/tab-keys.ts'
import { texts as tabTexts } from '../tabs/texts.ts'
import { opensFor, pageAt } from './place.ts'
import { texts } from './texts.ts'

const places: Readonly<Record<string, string>> = {
  h: '/',
  e: '/firm/firmEnterprise',
  p: '/enterpriseProject/projectList',
}
const keys = [
  ['/', 'keySearch'],
  ['Ctrl K', 'keyMenu'],
  ['n', 'keyNew'],
  ['j k', 'keyRows'],
  ['Enter', 'keyOpen'],
  ['Esc', 'keyClose'],
  ['Ctrl Enter', 'keySubmit'],
  ['Ctrl S', 'keySave'],
  ['g h', 'keyHome'],
  ['g e', 'keyClients'],
  ['g p', 'keyProjects'],
  ['?', 'keyHelp'],
] as const

/** `?` shows the keys; `g` and a letter within a second goes to a page that opens for the person, or to the tab bar. */
export function ShortcutSheet() {
  const t = useTexts(texts)
  const sayTab = useTexts(tabTexts)
  const navigate = useNavigate()
  const person = usePerson()
  const placeOf = (letter: string) => {
    const path = places[letter]
    const route = path && pageAt(path)
    return path === '/' || (route && opensFor(route, person)) ? path : undefined
  }
  const [open, setOpen] = useState(false)
  const goesAt = useRef(0)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
    const goes = event.timeStamp - goesAt.current < 1000
    goesAt.current = event.key === 'g' ? event.timeStamp : 0
    if (goes && event.key === 't') focusTabs()
    const place = goes ? placeOf(event.key) : undefined
    if (place) void navigate(place)
    if (event.key === '?') setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <Modal title={t('keys')} open={open} onCancel={() => setOpen(false)} footer={null} width={420}>
      <dl className="key-sheet">
        {keys
          .filter(([key]) => !key.startsWith('g ') || placeOf(key.slice(2)))
          .map(([key, says]) => (
            <KeyRow key={key} keys={key} says={t(says)} />
          ))}
        {tabKeys.map(([key, says]) => (
          <KeyRow key={key} keys={key} says={sayTab(says)} />
        ))}
      </dl>
    </Modal>
  )
}

function KeyRow({ keys: pressed, says }: { keys: string; says: string }) {
  return (
    <div>
      <dt>
        {pressed.split(' ').map((part) => (
          <kbd key={part}>{part}</kbd>
        ))}
      </dt>
      <dd>{says}</dd>
    </div>
  )
}
