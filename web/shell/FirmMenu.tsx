import { LogoutOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { type MenuNode, menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Seal } from '../portal/Seal.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { menuSections } from './menu-entries.ts'
import { useSignOut } from './sign-out.ts'
import { TopMenuPick, useTopMenu } from './TopMenuPick.tsx'
import { texts } from './texts.ts'

/** Specification: the version string at the foot of the firm's left menu. */
const VERSION = '20250523114543'

/** The scopes of this layout: the firm's and a person's own pages, and the administration. */
const SCOPES = 'firm,personal,system'

/** Code of the server's own section for oneself, to which sign-out is added. */
const MINE = 'mine'

/** The firm's left menu: 我的事务所 as the server gives it, 我的 with sign-out, the version. */
export function FirmMenu() {
  const t = useTexts(texts)
  const roleName = useSession((state) => state.roleName)
  const topMenuId = useTopMenu()
  const tree = useQuery(query(menu.routes, { visibilityScope: SCOPES, ...(topMenuId && { topMenuId }) }))
  const signOut = useSignOut()
  const sections = menuSections(tree.data ?? [], roleName)
  const firm = sections.filter(({ code }) => code !== MINE)
  const mine = sections.find(({ code }) => code === MINE)
  return (
    <nav className="side-menu" aria-label={t('myFirm')}>
      <div className="side-mark">
        <Seal size={24} />
        <strong>{t('product')}</strong>
      </div>
      <TopMenuPick />
      <div className="side-scroll">
        <StateView of={tree} shape={<Bones lines={4} />}>
          {() =>
            firm.length === 0 ? (
              <p className="side-tip">{t('emptyMenu')}</p>
            ) : (
              firm.map(({ code, name, entries }) => <Section key={code} name={name || t('myFirm')} entries={entries} />)
            )
          }
        </StateView>
        <Section name={mine?.name ?? t('mine')} entries={mine?.entries ?? []} />
        <button type="button" className="plain-button" onClick={() => void signOut()}>
          <LogoutOutlined aria-hidden />
          <span>{t('signOut')}</span>
        </button>
      </div>
      <p className="side-version number">{VERSION}</p>
    </nav>
  )
}

function Section({ name, entries }: { name: string; entries: MenuNode[] }) {
  return (
    <>
      <h2>{name}</h2>
      {entries.map(({ id, path, source, name: label }) => (
        <NavLink key={id} to={path}>
          <MenuIcon name={source} />
          <span>{label}</span>
        </NavLink>
      ))}
    </>
  )
}
