import { HomeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NavLink, useLocation } from 'react-router'
import { menu } from '#contract/menu.ts'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { Seal } from '../portal/Seal.tsx'
import { stepState, steps } from '../project/stage.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { menuSections } from './menu-entries.ts'
import { texts } from './texts.ts'

const HOME = '/projectApp/index'

/** The left menu of the project layout: home, then the project's steps as the server gives them, each with how far it is. */
export function ProjectMenu({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const roleName = useSession((state) => state.roleName)
  const { search } = useLocation()
  const place = new URLSearchParams(search)
  const own = new URLSearchParams(
    ['enterpriseId', 'projectId', 'projectName'].map((name) => [name, place.get(name) ?? '']),
  )
  const { data } = useQuery({ ...query(project.detail, { id: projectId }), enabled: projectId !== '' })
  const entries = useQuery(query(menu.byScope, { visibilityScope: 'project' }))
  const state = (path: string) => {
    const at = steps.findIndex((step) => step.path === path)
    return data && at >= 0 ? stepState(at, data.stage) : undefined
  }
  return (
    <nav className="side-menu" aria-label={t('projectSteps')}>
      <div className="side-mark">
        <Seal size={24} />
        <strong title={data?.projectName}>{data?.projectName ?? place.get('projectName')}</strong>
      </div>
      <div className="side-scroll">
        <NavLink to={`${HOME}?${own}`}>
          <HomeOutlined aria-hidden />
          <span>{t('projectHome')}</span>
        </NavLink>
        <h2>{t('projectSteps')}</h2>
        <StateView of={entries}>
          {(tree) => {
            const shown = menuSections(tree, roleName)
              .flatMap((section) => section.entries)
              .filter(({ path }) => path !== HOME)
            return shown.length === 0 ? (
              <p className="side-tip">{t('emptyMenu')}</p>
            ) : (
              shown.map(({ id, path, source, name }) => (
                <NavLink key={id} to={`${path}?${own}`} data-step={state(path)}>
                  <MenuIcon name={source} />
                  <span>{name}</span>
                </NavLink>
              ))
            )
          }}
        </StateView>
      </div>
    </nav>
  )
}
