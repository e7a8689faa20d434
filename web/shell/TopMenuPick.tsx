import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Chosen = { id: string; choose: (id: string) => void }
const useChosen = create<Chosen>()(
  persist((set) => ({ id: '', choose: (id) => set({ id }) }), { name: 'digao.topMenu' }),
)

/** The top menu that cuts the left one; empty where none is chosen, or it is no longer there, or the person has them off. */
export function useTopMenu(): string {
  const { data = [] } = useQuery(query(menu.topMenu, {}))
  const chosen = useChosen(({ id }) => id)
  const on = useFrameSettings((state) => state.menu)
  return on && data.some(({ id }) => id === chosen) ? chosen : ''
}

/** Switches the left menu to one of the top menus; nothing where there are none, or the person has them off. */
export function TopMenuPick() {
  const t = useTexts(texts)
  const { data = [] } = useQuery(query(menu.topMenu, {}))
  const choose = useChosen((state) => state.choose)
  const chosen = useTopMenu()
  const on = useFrameSettings((state) => state.menu)
  if (!on || data.length === 0) return null
  return (
    <fieldset className="side-tops" aria-label={t('topMenus')}>
      {[{ id: '', name: t('allMenus') }, ...data].map(({ id, name }) => (
        <button key={id} type="button" className="plain-button" aria-pressed={id === chosen} onClick={() => choose(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
