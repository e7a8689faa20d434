import { HomeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { useLayoutMenu } from '../menu/layout-menu.ts'
import { SideFrame, SideLink } from '../menu/SideMenu.tsx'
import { stepState, steps } from '../project/stage.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { texts } from './texts.ts'

const HOME = '/projectApp/index'

/** The left menu of the project layout: home, then the project's steps as the server gives them, each with how far it is. */
export function ProjectMenu({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const { search } = useLocation()
  const place = new URLSearchParams(search)
  const own = new URLSearchParams(
    ['enterpriseId', 'projectId', 'projectName'].map((name) => [name, place.get(name) ?? '']),
  ).toString()
  const { data } = useQuery({ ...query(project.detail, { id: projectId }), enabled: projectId !== '' })
  const menu = useLayoutMenu('project')
  const entries = menu.sections.flatMap((section) => section.entries).filter(({ path }) => path !== HOME)
  const state = (path: string) => {
    const at = steps.findIndex((step) => step.path === path)
    return data && at >= 0 ? stepState(at, data.stage) : undefined
  }
  return (
    <SideFrame
      label={t('projectSteps')}
      mark={data?.projectName ?? place.get('projectName') ?? ''}
      drawn={entries.length}
    >
      <SideLink to={`${HOME}?${own}`} name={t('projectHome')} icon={<HomeOutlined aria-hidden />} />
      <h2>
        <span>{t('projectSteps')}</span>
      </h2>
      <StateView
        of={menu.tree}
        shape={<Bones lines={6} />}
        empty={{ when: () => entries.length === 0, says: t('emptyMenu') }}
      >
        {() =>
          entries.map((entry) => (
            <SideLink
              key={entry.id}
              to={menu.to(entry)}
              name={entry.name}
              icon={<MenuIcon name={entry.source} />}
              step={state(entry.path)}
            />
          ))
        }
      </StateView>
    </SideFrame>
  )
}
