import { Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const places: Readonly<Record<string, string>> = {
  h: '/firm/index',
  e: '/firm/firmEnterprise',
  p: '/enterpriseProject/projectList',
}
const keys = [
  ['/', 'keySearch'],
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

/** `?` shows the keys; `g` and a letter within a second goes to a page. */
export function ShortcutSheet() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const goesAt = useRef(0)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target
    if (at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const place = event.timeStamp - goesAt.current < 1000 ? places[event.key] : undefined
    goesAt.current = event.key === 'g' ? event.timeStamp : 0
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
        {keys.map(([key, says]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{t(says)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
