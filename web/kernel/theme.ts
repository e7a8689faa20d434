import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The colours of look.md; theme.css has the same for plain CSS. ink2 and ink3 are the second and third ink, tuned to AA. */
export const palettes = {
  light: {
    paper: '#fbfaf7',
    sheet: '#ffffff',
    ink: '#1d2129',
    ink2: '#54575d',
    ink3: '#66686c',
    line: '#e6e3dc',
    jade: '#0f6e6e',
    seal: '#b3261e',
    amber: '#8f5f00',
    moss: '#3a7236',
    wash: '#f3f1eb',
    'jade-wash': '#e7f0ef',
    'on-jade': '#ffffff',
  },
  dark: {
    paper: '#14161a',
    sheet: '#1b1e24',
    ink: '#e8e6e1',
    ink2: '#b7b5b0',
    ink3: '#9a9893',
    line: '#2c3038',
    jade: '#4fb3ae',
    seal: '#f2857b',
    amber: '#d9a441',
    moss: '#7fb878',
    wash: '#20242b',
    'jade-wash': '#1c302f',
    'on-jade': '#0e1516',
  },
} as const
export type Shade = keyof typeof palettes
export type ThemeChoice = Shade | 'system'

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const shadeOf = (choice: ThemeChoice): Shade =>
  choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice

type ThemeState = { choice: ThemeChoice; shade: Shade; choose: (choice: ThemeChoice) => void }
/** Light, dark, or as the system is; kept in the browser. public/before-paint.js sets the same before the first paint. */
export const useTheme = create<ThemeState>()(
  persist(
    (set) => ({
      choice: 'system',
      shade: 'light',
      choose: (choice) => {
        const shade = shadeOf(choice)
        document.documentElement.dataset['theme'] = shade
        set({ choice, shade })
      },
    }),
    { name: 'digao.theme', partialize: ({ choice }) => ({ choice }) },
  ),
)

/** Applies the stored choice and follows the system where that is the choice. Call once at the start. */
export function applyTheme() {
  const { choose } = useTheme.getState()
  choose(useTheme.getState().choice)
  systemDark().addEventListener('change', () => choose(useTheme.getState().choice))
}
