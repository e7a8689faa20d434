import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { useLayoutMenu } from '../../menu/layout-menu.ts'
import { SideFrame, SideSections } from '../../menu/SideMenu.tsx'
import { texts } from '../../menu/texts.ts'
import { SignOutEntry } from '../FirmMenu.tsx'
import type { PartProps } from '../layouts.ts'
import { opensFor, pageAt } from '../place.ts'
import { TopBar } from '../TopBar.tsx'

const HOME = '/edu/index'

/** The left menu of the training platform, without a link to its home, which the head has. */
export function EduSide() {
  const t = useTexts(texts)
  const menu = useLayoutMenu('edu')
  return (
    <SideFrame label={t('training')} mark={t('training')} drawn={menu.sections.length}>
      <SideSections of={menu} after={{ mine: <SignOutEntry /> }} />
    </SideFrame>
  )
}

/** The head of the training platform: whose school, and the way to its home. Who may not open that is led to his own. */
export function EduHead(props: PartProps) {
  const t = useTexts(texts)
  const session = useSession()
  const { firmName, tenantName, tenantType } = session
  const name = firmName || tenantName
  const home = pageAt(HOME)
  return (
    <TopBar
      {...props}
      organisation={tenantType === 'school' && name ? `${t('school')} ${name}` : t('school')}
      {...(home && opensFor(home, session) && { home: HOME })}
    />
  )
}
