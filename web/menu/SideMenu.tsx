import { RightOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { laterAt } from '../later/later.ts'
import { Seal } from '../portal/Seal.tsx'
import type { MenuSection } from '../shell/menu-entries.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import type { LayoutMenu } from './layout-menu.ts'
import { leadsHere } from './menu-link.ts'
import { texts } from './texts.ts'
import './menu.css'

/** Whether the person has folded the menu to icons, and may. */
const useCollapsed = () => useFrameSettings(({ collapse, collapsed }) => collapse && collapsed)

/** A section after the first that has a heading folds when it has more entries. */
const FEW = 4

type Folds = { open: Record<string, boolean>; fold: (code: string, open: boolean) => void }
/** The sections a person has opened or folded himself, by code; kept in the browser. */
const useFolds = create<Folds>()(
  persist((set) => ({ open: {}, fold: (code, is) => set(({ open }) => ({ open: { ...open, [code]: is } })) }), {
    name: 'digao.menuFolds',
  }),
)

type SideFrameProps = {
  label: string
  /** What it is the menu of. */
  mark: string
  /** Under the mark, above the entries. */
  top?: ReactNode
  foot?: ReactNode
  /** How many sections there are: only when they have come is there an entry to scroll to. */
  drawn?: number
  children: ReactNode
}

/** The frame of every side menu: mark, entries that scroll, foot. */
export function SideFrame({ label, mark, top, foot, drawn = 0, children }: SideFrameProps) {
  const { pathname } = useLocation()
  const scroll = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pathname && drawn >= 0) scroll.current?.querySelector('a.active')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, drawn])
  return (
    <nav className="side-menu" aria-label={label}>
      <div className="side-mark" title={mark}>
        <Seal size={24} />
        <strong>{mark}</strong>
      </div>
      {top}
      <div className="side-scroll" ref={scroll}>
        {children}
      </div>
      {foot}
    </nav>
  )
}

type SideLinkProps = {
  to: string
  /** What it is called; stands in a tooltip while the menu shows icons only. */
  name: string
  icon: ReactNode
  step?: string | undefined
  onChoose?: () => void
}

/** One entry of a side menu. */
export function SideLink({ to, name, icon, step, onChoose }: SideLinkProps) {
  const t = useTexts(texts)
  const active = leadsHere(to, useLocation())
  const later = laterAt(to.split('?')[0] ?? '') !== undefined
  return (
    <Hint says={name}>
      <Link
        to={to}
        className={active ? 'active' : undefined}
        aria-current={active ? 'page' : undefined}
        data-step={step}
        onClick={onChoose}
      >
        {icon}
        <span className="side-name">{name}</span>
        {later && <small className="side-later">{t('later')}</small>}
      </Link>
    </Hint>
  )
}

/** The name of an entry while only its icon shows. */
export function Hint({ says, children }: { says: string; children: ReactNode }) {
  const collapsed = useCollapsed()
  if (!collapsed) return children
  return (
    <Tooltip title={says} placement="right">
      {children}
    </Tooltip>
  )
}

type SideSectionsProps = {
  of: LayoutMenu
  /** What the section without a name is called; without it those entries stand under no heading. */
  unnamed?: string
  /** What follows the entries of a section, by its code. */
  after?: Record<string, ReactNode>
}

const nothing: Record<string, ReactNode> = {}

/** The sections of a menu as the server gives them, with the drawn states. */
export function SideSections({ of, unnamed = '', after = nothing }: SideSectionsProps) {
  const t = useTexts(texts)
  const main = of.sections.findIndex(({ name }) => name !== '')
  return (
    <StateView of={of.tree} shape={<Bones lines={4} />}>
      {() => (
        <>
          {of.sections.some(({ code }) => !(code in after)) || <p className="side-tip">{t('emptyMenu')}</p>}
          {of.sections.map((section, at) => (
            <Section
              key={section.code}
              of={section}
              menu={of}
              title={section.name || unnamed}
              folds={at > main && section.entries.length > FEW}
            >
              {after[section.code]}
            </Section>
          ))}
        </>
      )}
    </StateView>
  )
}

type SectionProps = { of: MenuSection; menu: LayoutMenu; title: string; folds: boolean; children: ReactNode }

function Section({ of: { code, entries }, menu, title, folds, children }: SectionProps) {
  const here = useLocation()
  const { open, fold } = useFolds()
  const collapsed = useCollapsed()
  // icons only: there is no heading to unfold
  const shown = !folds || collapsed || (open[code] ?? entries.some((entry) => leadsHere(menu.to(entry), here)))
  return (
    <>
      {title && (
        <h2>
          {folds && !collapsed ? (
            <button type="button" className="plain-button" aria-expanded={shown} onClick={() => fold(code, !shown)}>
              <span>{title}</span>
              <RightOutlined aria-hidden />
            </button>
          ) : (
            <span>{title}</span>
          )}
        </h2>
      )}
      {shown &&
        entries.map((entry) => (
          <SideLink
            key={entry.id}
            to={menu.to(entry)}
            name={entry.name}
            icon={<MenuIcon name={entry.source} />}
            onChoose={() => menu.onChoose(entry)}
          />
        ))}
      {children}
    </>
  )
}
