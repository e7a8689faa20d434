import { LogoutOutlined } from '@ant-design/icons'
import { useTexts } from '#web/kernel/language.ts'
import { useLayoutMenu } from '../menu/layout-menu.ts'
import { Hint, SideFrame, SideSections } from '../menu/SideMenu.tsx'
import { texts as menuTexts } from '../menu/texts.ts'
import { useSignOut } from './sign-out.ts'
import { TopMenuPick } from './TopMenuPick.tsx'
import { texts } from './texts.ts'

/** Specification: the version string at the foot of the firm's left menu. */
export const VERSION = '20250523114543'

/** Code of the server's own section for oneself, to which sign-out is added. */
const MINE = 'mine'

/** The left menu of the firm, or of a person's own edition: what the server gives, 我的 with sign-out, the version. */
export function FirmMenu({ layout }: { layout: 'firm' | 'personal' }) {
  const t = useTexts(texts)
  const menuText = useTexts(menuTexts)
  const menu = useLayoutMenu(layout)
  return (
    <SideFrame
      label={layout === 'personal' ? menuText('myDesk') : t('myFirm')}
      mark={t('product')}
      top={<TopMenuPick />}
      foot={<p className="side-version number">{VERSION}</p>}
      drawn={menu.sections.length}
    >
      <SideSections of={menu} after={{ [MINE]: <SignOutEntry /> }} />
      {menu.sections.some(({ code }) => code === MINE) || (
        <>
          <h2>
            <span>{t('mine')}</span>
          </h2>
          <SignOutEntry />
        </>
      )}
    </SideFrame>
  )
}

/** 退出账号, after what is one's own. */
export function SignOutEntry() {
  const t = useTexts(texts)
  const signOut = useSignOut()
  return (
    <Hint says={t('signOut')}>
      <button type="button" className="plain-button" onClick={() => void signOut()}>
        <LogoutOutlined aria-hidden />
        <span className="side-name">{t('signOut')}</span>
      </button>
    </Hint>
  )
}
