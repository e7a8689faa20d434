import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { black, contrast } from './colour.ts'
import { paletteOf, type Palette } from './palettes.ts'
import { type Shade, type ThemeName, themeNames, themes } from './theme.ts'

type Token = keyof Palette
type Painted = { theme: ThemeName; shade: Shade }
const painted: Painted[] = themeNames.flatMap((theme) => themes[theme].shades.map((shade) => ({ theme, shade })))

const grounds = ['paper', 'sheet', 'wash', 'jade-wash'] as const
const inks = ['ink', 'ink2', 'ink3', 'jade', 'seal', 'amber', 'moss'] as const
const sideGrounds = ['side', 'side-wash', 'side-jade-wash'] as const
const sideInks = ['side-ink', 'side-ink2', 'side-ink3', 'side-jade'] as const

describe.each(painted)('the theme $theme, $shade', ({ theme, shade }) => {
  const palette = paletteOf(theme, shade)
  /** What stands less than so far from a ground it is used on. */
  const tooNear = (least: number, inks: readonly Token[], grounds: readonly Token[]) =>
    grounds.flatMap((ground) =>
      inks.filter((ink) => contrast(palette[ink], palette[ground]) < least).map((ink) => `${ink} on ${ground}`),
    )

  test('can be read: every ink and colour on every ground (AA)', () => {
    expect([
      ...tooNear(4.5, inks, grounds),
      ...tooNear(4.5, sideInks, sideGrounds),
      ...tooNear(4.5, ['ink', 'seal'], ['seal-wash']),
      ...tooNear(4.5, ['ink', 'amber'], ['amber-wash']),
      ...tooNear(4.5, ['on-jade'], ['jade']),
      ...tooNear(4.5, ['leaf-ink', 'leaf-ink2'], ['leaf']),
    ]).toEqual([])
  })
  test('shows where a control begins and where the focus is (3 to 1)', () => {
    expect([
      ...tooNear(3, ['edge'], ['paper', 'sheet']),
      ...tooNear(3, ['jade'], grounds),
      ...tooNear(3, ['side-jade'], sideGrounds),
    ]).toEqual([])
  })
  test('is light or dark as it says', () => {
    const lighter = contrast(palette.paper, black) > contrast(palette.ink, black)
    expect(lighter).toBe(shade === 'light')
  })
})

const rule = (selector: string, declarations: readonly string[]) =>
  `${selector} {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
const selector = ({ theme, shade }: Painted) =>
  theme !== 'default'
    ? `[data-theme='${theme}'][data-shade='${shade}']`
    : shade === 'light'
      ? ':root'
      : `[data-shade='dark']`
/** What differs from the default of the same shade, which stands above. */
function declarations({ theme, shade }: Painted) {
  const base = new Map<string, string>(theme === 'default' ? [] : Object.entries(paletteOf('default', shade)))
  const tokens = Object.entries(paletteOf(theme, shade)).filter(([token, colour]) => base.get(token) !== colour)
  const scheme = theme === 'default' ? [`color-scheme: ${shade}`] : []
  return [...scheme, ...tokens.map(([token, colour]) => `--${token}: ${colour}`)]
}
const css = painted.map((one) => rule(selector(one), declarations(one))).join('')

test('the colours in CSS are those of the components (made by: vitest -u web/kernel/theme.test.ts)', async () => {
  await expect(css).toMatchFileSnapshot('themes.css')
})

test('no colour stands anywhere else in the browser: all are tokens', () => {
  const web = new URL('../', import.meta.url)
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.(?:css|tsx?)$/.test(path) && !/kernel.(?:colour|palettes)\.ts|kernel.themes\.css|\.test\.ts/.test(path),
  )
  expect(files.length).toBeGreaterThan(100)
  const coloured = files.flatMap((path) => {
    const found = /["'\s(:]#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i.exec(
      readFileSync(new URL(path, web), 'utf8'),
    )
    return found ? [`${path}: ${found[0]}`] : []
  })
  expect(coloured).toEqual([])
})

test('the thirteen themes have the names of the specification', () => {
  expect([...themeNames].toSorted()).toEqual(
    (
      'default mac-os theme-beautiful theme-bule theme-cool theme-d2 theme-dark theme-hey theme-iview theme-lte ' +
      'theme-star theme-vip theme-white'
    ).split(' '),
  )
  const labels = themeNames.flatMap((name) => [themes[name].label.zh, themes[name].label.en])
  expect(new Set(labels).size).toBe(2 * themeNames.length)
})

describe('before the first paint', () => {
  const script = readFileSync(new URL('../public/before-paint.js', import.meta.url), 'utf8')
  /** What the document is told, in a browser that keeps `state` and whose system is dark or not. */
  const paintedBy = (state: object | null, systemDark: boolean) => {
    const documentElement = { dataset: {}, lang: '' }
    const kept = state && JSON.stringify({ state })
    runInNewContext(script, {
      document: { documentElement },
      localStorage: { getItem: (key: string) => (key === 'digao.theme' ? kept : null) },
      matchMedia: () => ({ matches: systemDark }),
    })
    return documentElement.dataset
  }
  test.each(themeNames)('%s stands in the shade it will have', (name) => {
    const { shades } = themes[name]
    for (const choice of ['light', 'dark'] as const)
      expect(paintedBy({ name, choice }, choice === 'light')).toEqual({
        theme: name,
        shade: shades.includes(choice) ? choice : shades[0],
      })
    expect(paintedBy({ name, choice: 'system' }, true)).toEqual({
      theme: name,
      shade: shades.includes('dark') ? 'dark' : 'light',
    })
  })
  test('nothing kept is the default, light or dark as the system is', () => {
    expect(paintedBy(null, false)).toEqual({ theme: 'default', shade: 'light' })
    expect(paintedBy({}, true)).toEqual({ theme: 'default', shade: 'dark' })
  })
})
