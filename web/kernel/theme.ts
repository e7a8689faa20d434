import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Text } from '#contract/texts.ts'

export type Shade = 'light' | 'dark'
export type ThemeChoice = Shade | 'system'

/** Specification, section 9: the names exactly, `theme-bule` too. */
export const themeNames = [
  'default',
  'theme-white',
  'theme-dark',
  'theme-hey',
  'theme-star',
  'theme-vip',
  'theme-bule',
  'theme-iview',
  'theme-cool',
  'theme-d2',
  'theme-lte',
  'theme-beautiful',
  'mac-os',
] as const
export type ThemeName = (typeof themeNames)[number]
/** Its name for a person, and the shades it has; the first one is shown when the chosen one is missing. */
export type Theme = { label: Text; shades: readonly [Shade, ...Shade[]] }

const both: Theme['shades'] = ['light', 'dark']
const named = (zh: string, en: string, shades = both): Theme => ({ label: { zh, en }, shades })
/** The thirteen themes. Their colours: palettes.ts, which the login page does not load. */
export const themes: Record<ThemeName, Theme> = {
  default: named('纸墨', 'Paper and ink'),
  'theme-white': named('素白', 'Pure white', ['light']),
  'theme-dark': named('墨夜', 'Ink night', ['dark']),
  'theme-hey': named('藕荷', 'Lotus'),
  'theme-star': named('星夜', 'Starry night'),
  'theme-vip': named('墨金', 'Black and gold'),
  'theme-bule': named('靛蓝', 'Indigo'),
  'theme-iview': named('天青', 'Sky'),
  'theme-cool': named('霜色', 'Frost'),
  'theme-d2': named('云水', 'Cloud and water'),
  'theme-lte': named('石墨', 'Graphite'),
  'theme-beautiful': named('黛紫', 'Violet'),
  'mac-os': named('桌面', 'Desktop'),
}

const isName = (name: unknown): name is ThemeName => themeNames.some((one) => one === name)
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

function shadeOf(name: ThemeName, choice: ThemeChoice): Shade {
  const wanted = choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice
  const { shades } = themes[name]
  return shades.includes(wanted) ? wanted : shades[0]
}

/** On the document for CSS: `data-theme` is the theme's name, `data-shade` light or dark. */
function shown(name: ThemeName, choice: ThemeChoice) {
  const shade = shadeOf(name, choice)
  Object.assign(document.documentElement.dataset, { theme: name, shade })
  return { name, choice, shade }
}

type ThemeState = {
  name: ThemeName
  choice: ThemeChoice
  shade: Shade
  /** Light, dark, or as the system is; a theme without the wanted shade shows the one it has. */
  choose: (choice: ThemeChoice) => void
  /** Changes the theme. To mac-os and away from it is another frame: the first page is loaded anew (specification, section 4). */
  pick: (name: ThemeName) => void
}
/** The theme and its shade; kept in the browser. public/before-paint.js sets the same before the first paint. */
export const useTheme = create<ThemeState>()(
  persist(
    (set, get) => ({
      name: 'default',
      choice: 'system',
      shade: 'light',
      choose: (choice) => set(shown(get().name, choice)),
      pick: (name) => {
        const before = get().name
        set(shown(name, get().choice))
        if (before !== name && [before, name].includes('mac-os')) location.assign('/')
      },
    }),
    {
      name: 'digao.theme',
      partialize: ({ name, choice }) => ({ name, choice }),
      // a name no version knows any more is the default
      merge: (kept, now) => {
        const { name, choice } = { ...now, ...(kept as Partial<ThemeState> | undefined) }
        return { ...now, choice, name: isName(name) ? name : now.name }
      },
    },
  ),
)

const again = () => useTheme.getState().choose(useTheme.getState().choice)

/** Applies what is stored and follows the system where that is the choice. Call once at the start. */
export function applyTheme() {
  again()
  systemDark().addEventListener('change', again)
}
