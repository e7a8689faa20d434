import { LogoutOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Seal } from '../portal/Seal.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { type MenuSection, menuSections } from './menu-entries.ts'
import { useSignOut } from './sign-out.ts'
import { TopMenuPick, useTopMenu } from './TopMenuPick.tsx'
import { texts } from './texts.ts'

/** Specification: the version string at the foot of the firm's left menu. */
const VERSION = '20250523114543'

/** The scopes of this layout: the firm's and a person's own pages, and the administration. */
const SCOPES = 'firm,personal,system'

/** Code of the server's own section for oneself, to which sign-out is added. */
const MINE = 'mine'

/** A section with more entries folds. */
const FEW = 8

type Folds = { open: Record<string, boolean>; fold: (code: string, open: boolean) => void }
/** The sections a person has opened or folded himself, by code; kept in the browser. */
const useFolds = create<Folds>()(
  persist((set) => ({ open: {}, fold: (code, is) => set(({ open }) => ({ open: { ...open, [code]: is } })) }), {
    name: 'digao.menuFolds',
  }),
)

/** The firm's left menu: 我的事务所 as the server gives it, 我的 with sign-out, what is administered, the version. */
export function FirmMenu() {
  const t = useTexts(texts)
  const roleName = useSession((state) => state.roleName)
  const topMenuId = useTopMenu()
  const tree = useQuery(query(menu.routes, { visibilityScope: SCOPES, ...(topMenuId && { topMenuId }) }))
  const signOut = useSignOut()
  const sections = menuSections(tree.data ?? [], roleName)
  const { pathname } = useLocation()
  const scroll = useRef<HTMLDivElement>(null)
  const drawn = sections.length
  useEffect(() => {
    if (drawn > 0 && pathname) scroll.current?.querySelector('a.active')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, drawn])
  const out = (
    <button type="button" className="plain-button" onClick={() => void signOut()}>
      <LogoutOutlined aria-hidden />
      <span>{t('signOut')}</span>
    </button>
  )
  const mine = sections.some(({ code }) => code === MINE)
  return (
    <nav className="side-menu" aria-label={t('myFirm')}>
      <div className="side-mark">
        <Seal size={24} />
        <strong>{t('product')}</strong>
      </div>
      <TopMenuPick />
      <div className="side-scroll" ref={scroll}>
        <StateView of={tree} shape={<Bones lines={4} />}>
          {() => (
            <>
              {sections.some(({ code }) => code !== MINE) || <p className="side-tip">{t('emptyMenu')}</p>}
              {sections.map((section) => (
                <Section key={section.code} of={section}>
                  {section.code === MINE && out}
                </Section>
              ))}
            </>
          )}
        </StateView>
        {mine || <Section of={{ code: MINE, name: t('mine'), entries: [] }}>{out}</Section>}
      </div>
      <p className="side-version number">{VERSION}</p>
    </nav>
  )
}

function Section({ of: { code, name, entries }, children }: { of: MenuSection; children: ReactNode }) {
  const t = useTexts(texts)
  const { pathname } = useLocation()
  const { open, fold } = useFolds()
  const folds = entries.length > FEW
  const shown = !folds || (open[code] ?? entries.some(({ path }) => path === pathname))
  const title = name || t('myFirm')
  return (
    <>
      <h2>
        {folds ? (
          <button type="button" className="plain-button" aria-expanded={shown} onClick={() => fold(code, !shown)}>
            <span>{title}</span>
            <RightOutlined aria-hidden />
          </button>
        ) : (
          title
        )}
      </h2>
      {shown &&
        entries.map(({ id, path, source, name: label }) => (
          <NavLink key={id} to={path}>
            <MenuIcon name={source} />
            <span>{label}</span>
          </NavLink>
        ))}
      {children}
    </>
  )
}
