import { Tooltip } from 'antd'
import { Link, useLocation } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { useLayoutMenu } from '../../menu/layout-menu.ts'
import { leadsHere } from '../../menu/menu-link.ts'
import { laterAt } from '../../later/later.ts'
import { usePerson } from '../../tabs/own-tabs.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { landing } from '../place.ts'
import type { DesktopLayout } from './MacBar.tsx'
import { texts } from './mac-texts.ts'

/** As many places as a hand finds without looking. */
const MOST = 10

/** The person's main places: where he begins, then his menu in its order; not what is administered, nor what is still to come. */
export function macDock(layout: DesktopLayout) {
  return function MacDock() {
    const t = useTexts(texts)
    const here = useLocation()
    const home = landing(usePerson())
    const { sections, to, onChoose } = useLayoutMenu(layout)
    const places = sections
      .flatMap(({ entries }) => entries)
      .filter(({ visibilityScope }) => !visibilityScope.split(',').includes('system'))
      .map((entry) => ({ entry, at: to(entry) }))
      .filter((one, at, all) => all.findIndex((other) => other.at === one.at) === at)
      .filter(({ at }) => laterAt(at.split('?')[0] ?? '') === undefined)
      .toSorted((one, other) => Number(other.at === home) - Number(one.at === home))
      .slice(0, MOST)
    return (
      <nav className="mac-dock no-print" aria-label={t('dock')}>
        {places.map(({ entry, at }) => {
          const active = leadsHere(at, here)
          return (
            <Tooltip key={entry.id} title={entry.name}>
              <Link
                to={at}
                aria-label={entry.name}
                aria-current={active ? 'page' : undefined}
                onClick={() => onChoose(entry)}
              >
                <MenuIcon name={entry.source} />
              </Link>
            </Tooltip>
          )
        })}
      </nav>
    )
  }
}
