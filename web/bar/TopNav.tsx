import { Menu, type MenuProps } from 'antd'
import { Link, useLocation } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import type { MenuNode } from '#contract/menu.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import type { Layout } from '../shell/page-route.ts'
import { leadsHere } from '../menu/menu-link.ts'
import { TopMenuPick } from '../shell/TopMenuPick.tsx'
import { useLayoutMenu } from '../menu/layout-menu.ts'
import { texts } from './texts.ts'
import './bar.css'

/** The menu across the head: its sections as dropdowns. */
export function TopNav({ layout }: { layout: Layout }) {
  const t = useTexts(texts)
  const here = useLocation()
  const { tree, sections, to, onChoose } = useLayoutMenu(layout)
  const leaf = (entry: MenuNode) => ({
    key: entry.id,
    icon: <MenuIcon name={entry.source} />,
    label: (
      <Link to={to(entry)} onClick={() => onChoose(entry)}>
        {entry.name}
      </Link>
    ),
  })
  const items = sections.flatMap(({ code, name, entries }): NonNullable<MenuProps['items']> =>
    name ? [{ key: code, label: name, children: entries.map(leaf) }] : entries.map(leaf),
  )
  const current = sections.flatMap(({ entries }) => entries).filter((entry) => leadsHere(to(entry), here))
  return (
    <nav className="top-nav wide-only" aria-label={t('menus')}>
      <TopMenuPick />
      <StateView of={tree} shape={<span className="bone" style={{ width: 240 }} />}>
        {() => <Menu mode="horizontal" items={items} selectedKeys={current.map(({ id }) => id)} />}
      </StateView>
    </nav>
  )
}
