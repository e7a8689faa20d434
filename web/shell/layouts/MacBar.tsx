import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { type ReactNode, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { texts as barTexts } from '../../bar/texts.ts'
import { useLayoutMenu } from '../../menu/layout-menu.ts'
import { DeskClock } from '../../portal/DeskClock.tsx'
import { Seal } from '../../portal/Seal.tsx'
import { useTabActions } from '../../tabs/tab-actions.ts'
import { VERSION } from '../FirmMenu.tsx'
import { FrameTools } from '../FrameTools.tsx'
import type { PartProps } from '../layouts.ts'
import { useSignOut } from '../sign-out.ts'
import { texts as shellTexts } from '../texts.ts'
import { TopMenuPick } from '../TopMenuPick.tsx'
import { MacTitle } from './MacTitle.tsx'
import { texts } from './mac-texts.ts'
import './mac.css'

/** The layouts that have a desktop. */
export type DesktopLayout = 'firm' | 'personal' | 'edu'

/** The head of a desktop: its menu bar, and the title bar of the window the page stands in. */
export function macBar(layout: DesktopLayout) {
  return function MacHead({ route, scope = 'general' }: PartProps) {
    return (
      <>
        <header className="mac-bar side-ground no-print">
          <Menus layout={layout} scope={scope} />
          <FrameTools />
          <DeskClock small />
        </header>
        <MacTitle route={route} scope={scope} />
      </>
    )
  }
}

/** The product's own menu, then the sections of the layout's menu. */
function Menus({ layout, scope }: { layout: DesktopLayout; scope: NonNullable<PartProps['scope']> }) {
  const t = useTexts(texts)
  const bar = useTexts(barTexts)
  const shell = useTexts(shellTexts)
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { home } = useTabActions(scope, '')
  const { sections, to, onChoose } = useLayoutMenu(layout)
  const own = [
    { key: 'home', label: bar('home'), onClick: home },
    { key: 'person', label: shell('personalCentre'), onClick: () => void navigate('/info/index') },
    { type: 'divider' as const },
    { key: 'version', label: t('version', { version: VERSION }), disabled: true },
    { type: 'divider' as const },
    { key: 'out', label: shell('signOut'), onClick: () => void signOut() },
  ]
  return (
    <nav className="mac-menus" aria-label={t('menus')}>
      <BarMenu className="mac-mark" items={own}>
        <Seal size={18} />
        <strong>{shell('product')}</strong>
      </BarMenu>
      {layout !== 'edu' && <TopMenuPick />}
      {sections.map(({ code, name, entries }) => (
        <BarMenu
          key={code}
          items={entries.map((entry) => ({
            key: entry.id,
            label: (
              <Link to={to(entry)} onClick={() => onChoose(entry)}>
                {entry.name}
              </Link>
            ),
          }))}
        >
          {name || shell('myFirm')}
        </BarMenu>
      ))}
    </nav>
  )
}

type BarMenuProps = { items: NonNullable<MenuProps['items']>; className?: string; children: ReactNode }

// a menu that is opened has the focus: arrow keys go through it
const asMenu: DropdownProps = { autoFocus: true, trigger: ['click'], classNames: { root: 'mac-drop' } }

/** One menu of the bar; closed by key it gives the focus back. */
function BarMenu({ items, className = '', children }: BarMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const giveBack = (open: boolean) => {
    if (!open && document.activeElement?.closest('.mac-drop')) button.current?.focus()
  }
  return (
    <Dropdown {...asMenu} menu={{ items }} onOpenChange={giveBack}>
      <button ref={button} type="button" className={`plain-button ${className}`}>
        {children}
      </button>
    </Dropdown>
  )
}
