import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { type MenuNode, menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'
import { type MenuSection, menuSections } from '../shell/menu-entries.ts'
import type { Layout, PageRoute } from '../shell/page-route.ts'
import { useTopMenu } from '../shell/TopMenuPick.tsx'
import { leadsHere, menuLink } from './menu-link.ts'

/** The visibility scopes a layout's menu shows: in the firm's layout the firm's at firms, the course's at schools. */
export function scopesOf(layout: Layout, tenantType: string): string {
  if (layout === 'enterprise') return 'ai'
  if (layout === 'project' || layout === 'edu') return layout
  if (layout === 'personal' || tenantType === 'person') return 'personal,system'
  return tenantType === 'school' ? 'edu,system' : 'firm,system'
}

type Chosen = { scope: string; choose: (scope: string) => void }
/** The scope of the entry chosen last in the education menu. */
const useChosenScope = create<Chosen>()((set) => ({ scope: 'edu', choose: (scope) => set({ scope }) }))

/** The first answer that has something in it; one that is still on its way counts. */
export function firstFilled<T extends { data: readonly unknown[] | undefined }>(answers: readonly T[]): T | undefined {
  return answers.find(({ data }) => data?.length !== 0) ?? answers.at(-1)
}

/**
 * The education menu (specification, section 7): by the scope of the entry chosen; an answer without menus leaves those
 * of the education, and where there are none, the firm's.
 */
function useEduMenu(enabled: boolean, tenantType: string) {
  const scope = useChosenScope((state) => state.scope)
  const chosen = useQuery({ ...query(menu.byScope, { visibilityScope: scope }), enabled })
  const edu = useQuery({ ...query(menu.byScope, { visibilityScope: 'edu' }), enabled })
  const none = edu.data?.length === 0
  const firm = useQuery({
    ...query(menu.routes, { visibilityScope: scopesOf('firm', tenantType) }),
    enabled: enabled && none,
  })
  return firstFilled([chosen, edu, firm]) ?? edu
}

export type LayoutMenu = {
  tree: UseQueryResult<MenuNode[]>
  sections: MenuSection[]
  /** Where an entry leads from here. */
  to: (entry: MenuNode) => string
  /** To be called with the entry somebody chose. */
  onChoose: (entry: MenuNode) => void
}

/** What a layout's menu shows to this person at this place, as the server gives it. */
export function useLayoutMenu(layout: Layout): LayoutMenu {
  const { roleName, tenantType } = useSession()
  const { search } = useLocation()
  const place = new URLSearchParams(search)
  const topMenuId = useTopMenu()
  const choose = useChosenScope((state) => state.choose)
  const enterpriseId = place.get('enterpriseId') ?? ''
  const scopes = scopesOf(layout, tenantType)
  const edu = useEduMenu(layout === 'edu', tenantType)
  const project = useQuery({ ...query(menu.byScope, { visibilityScope: scopes }), enabled: layout === 'project' })
  const routes = useQuery({
    ...query(menu.routes, {
      visibilityScope: scopes,
      ...(layout === 'enterprise' ? { enterpriseId } : topMenuId && { topMenuId }),
    }),
    enabled: layout !== 'project' && layout !== 'edu' && (layout !== 'enterprise' || enterpriseId !== ''),
  })
  const tree = layout === 'edu' ? edu : layout === 'project' ? project : routes
  return {
    tree,
    sections: menuSections(tree.data ?? [], roleName, layout === 'edu' ? '' : scopes),
    to: (entry) => menuLink(entry, layout, place),
    onChoose: ({ visibilityScope }) => {
      if (layout === 'edu') choose(visibilityScope)
    },
  }
}

/** Whether a page is shown without the side menu: by `?menu=false`, its route, or the meta of its menu. */
export function useMenuless(layout: Layout, route: PageRoute): boolean {
  const here = useLocation()
  const { tree, to } = useLayoutMenu(layout)
  if (new URLSearchParams(here.search).get('menu') === 'false' || route.menu === false) return true
  const all = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])
  return all(tree.data ?? []).some(
    (node) => (node.meta['menu'] === false || node.meta['menu'] === 'false') && leadsHere(to(node), here),
  )
}
