import { SearchOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import { useLayoutMenu } from '../menu/layout-menu.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import type { Layout } from '../shell/page-route.ts'
import { menuMatches } from './menu-matches.ts'
import { texts } from './texts.ts'
import './bar.css'

/** The leaves of a layout's menu, in its order. */
function useLeaves(layout: Layout) {
  const { sections, to, onChoose } = useLayoutMenu(layout)
  return sections.flatMap((section) =>
    section.entries.map((entry) => ({
      id: entry.id,
      name: entry.name,
      section: section.name,
      source: entry.source,
      to: to(entry),
      choose: () => onChoose(entry),
    })),
  )
}

/** Over the pages: the leaves of the menu by the beginning of their label. Arrows and Enter open one, Esc closes. */
export function MenuSearch({ layout }: { layout: Layout }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const hide = useMenuSearch((state) => state.hide)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const leaves = useLeaves(layout)
  const found = menuMatches(leaves, typed)
  const words = typed.trim()
  const everywhere = `/aiSearch/index?${new URLSearchParams({ 'v.q': words })}`

  // closed without going anywhere: whoever opened it has the focus again
  const [before] = useState(() => document.activeElement)
  const close = () => {
    hide()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  useEffect(() => field.current?.focus(), [])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const places = [field.current, ...(list.current?.querySelectorAll('a') ?? [])]
    const at = places.findIndex((one) => one === document.activeElement)
    const first = at === 0 ? found[0] : undefined
    const beyond = at === 0 && !first && words !== ''
    if (event.key === 'ArrowDown') places[(at + 1) % places.length]?.focus()
    else if (event.key === 'ArrowUp') places.at(at - 1)?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && first) {
      hide()
      first.choose()
      void navigate(first.to)
    } else if (event.key === 'Enter' && beyond) {
      hide()
      void navigate(everywhere)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className="menu-search" aria-label={t('searchMenu')}>
      <div className="menu-search-box">
        <label className="menu-search-field">
          <SearchOutlined aria-hidden />
          <input
            ref={field}
            type="text"
            aria-label={t('searchMenu')}
            placeholder={t('searchHint')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={press}
          />
        </label>
        <ul ref={list} className="menu-search-list">
          {found.map(({ id, name, section, source, to, choose }) => (
            <li key={id}>
              <Link
                to={to}
                onKeyDown={press}
                onClick={() => {
                  hide()
                  choose()
                }}
              >
                <MenuIcon name={source} />
                <span>{name}</span>
                <span className="third">{section}</span>
              </Link>
            </li>
          ))}
          {words !== '' && (
            <li key="everywhere">
              <Link to={everywhere} onKeyDown={press} onClick={hide}>
                <SearchOutlined aria-hidden />
                <span>{t('searchEverywhere', { text: words })}</span>
                <span className="third">{t('everywhere')}</span>
              </Link>
            </li>
          )}
        </ul>
        <output className="menu-search-none second">
          {found.length === 0 && (leaves.length === 0 ? t('searchEmpty') : t('searchNone', { text: typed.trim() }))}
        </output>
        <p className="menu-search-keys third wide-only">{t('searchKeys')}</p>
      </div>
    </search>
  )
}
