import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { menu, type MenuNode } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { laterAt } from '../later/later.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { menuSections } from '../shell/menu-entries.ts'
import { Block } from './Block.tsx'
import { DueList } from './DueList.tsx'
import { useLists } from './home-lists.ts'
import { NoticeBlock } from './NoticeBlock.tsx'
import { texts } from './texts.ts'
import { useOwnHome } from './own-home.ts'
import './home.css'

const MOST_LINKS = 12

/** /wel/index: where everybody may begin: the way to one's own home, what one may open, recent work, notices. */
export function WelcomePage() {
  const t = useTexts(texts)
  const may = useMay()
  const realName = useSession((state) => state.realName)
  const say = useSay()
  const home = useOwnHome()
  const [greeting] = useState(greetingNow)
  return (
    <Page title={t(greeting, { name: realName })}>
      <AtOnce>
        {home && (
          <p className="home-call">
            <span>{t('yourHome', { name: say(home.title) })}</span>
            <Link to={home.path}>{t('goThere')}</Link>
          </p>
        )}
        <div className="home-grid">
          <div>
            <QuickLinks />
            {may('project.view') && <RecentBlock />}
          </div>
          <NoticeBlock />
        </div>
      </AtOnce>
    </Page>
  )
}

function greetingNow(): 'greetMorning' | 'greetDay' | 'greetEvening' {
  const hour = new Date().getHours()
  return hour < 12 ? 'greetMorning' : hour < 18 ? 'greetDay' : 'greetEvening'
}

/** The pages of a person's menu that can be worked with today, those of the work before those of the administration. */
function QuickLinks() {
  const t = useTexts(texts)
  const roleName = useSession((state) => state.roleName)
  const home = useOwnHome()
  const tree = useQuery(query(menu.routes, { visibilityScope: 'firm,personal,edu' }))
  const links = (nodes: MenuNode[]) =>
    menuSections(nodes, roleName)
      .flatMap(({ entries }) => entries)
      .filter(({ path }) => path !== '/wel/index' && path !== home?.path && path.startsWith('/') && !laterAt(path))
      .slice(0, MOST_LINKS)
  return (
    <Block title={t('quickLinks')}>
      <StateView of={tree} empty={{ when: (nodes) => links(nodes).length === 0, says: t('nothingToOpen') }}>
        {(nodes) => (
          <ul className="quick-links">
            {links(nodes).map(({ id, path, source, name }) => (
              <li key={id}>
                <Link to={path}>
                  <MenuIcon name={source} />
                  <span>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Block>
  )
}

/** What was worked on last. */
export function RecentBlock() {
  const t = useTexts(texts)
  const lists = useLists()
  return (
    <Block title={t('recent')} link={<Link to={lists.projects({}, '-updateTime')}>{t('seeAll')}</Link>}>
      <DueList filters={{}} size={6} sort={{ descs: 'updateTime' }} owners empty={{ says: t('noProjects') }} />
    </Block>
  )
}
