import { black, type Hex, mix } from './colour.ts'
import type { Shade, ThemeName } from './theme.ts'

type Token =
  | 'paper'
  | 'sheet'
  | 'ink'
  | 'ink2'
  | 'ink3'
  | 'line'
  | 'jade'
  | 'seal'
  | 'amber'
  | 'moss'
  | 'wash'
  | 'jade-wash'
  | 'on-jade'
  /** The border of what a person fills in or presses: it must be seen (3 to 1). */
  | 'edge'
  | 'seal-wash'
  | 'amber-wash'
  /** A page of a file that is shown, its letters, and the squares behind what can be seen through: paper is white in every theme. */
  | 'leaf'
  | 'leaf-ink'
  | 'leaf-ink2'
  | 'leaf-squares'
  /** Over the page behind a dialog, and the shadow of what floats: with their opacity. */
  | 'mask'
  | 'shadow'
  /** The left menu has a ground, inks and an accent of its own. */
  | `side${'' | '-ink' | '-ink2' | '-ink3' | '-line' | '-wash' | '-jade' | '-jade-wash'}`
export type Palette = Record<Token, Hex>

/** What a theme chooses; every other colour follows from these. */
type Seed = {
  /** The ground of a page, and of tables, forms and panels. */
  paper: Hex
  sheet: Hex
  ink: Hex
  /** What can be pressed, and what stands on it. */
  jade: Hex
  'on-jade': Hex
  /** What a person signs, refuses or must not miss; what waits; what ties out. */
  seal: Hex
  amber: Hex
  moss: Hex
  /** The ground, ink and accent of the left menu; without it the page's own. */
  side?: readonly [ground: Hex, ink: Hex, accent: Hex]
  /** Colours that are given instead of following. */
  given?: Partial<Record<Token, Hex>>
}

/** Paper, ink and seal (docs: how Digao looks): the ground every other theme varies. */
const light: Seed = {
  paper: '#fbfaf7',
  sheet: '#ffffff',
  ink: '#1d2129',
  jade: '#0f6e6e',
  'on-jade': '#ffffff',
  seal: '#b3261e',
  amber: '#8f5f00',
  moss: '#3a7236',
}
const dark: Seed = {
  paper: '#14161a',
  sheet: '#1b1e24',
  ink: '#e8e6e1',
  jade: '#4fb3ae',
  'on-jade': '#0e1516',
  seal: '#f2857b',
  amber: '#d9a441',
  moss: '#7fb878',
}
const asDrawn = {
  light: {
    ink2: '#54575d',
    ink3: '#66686c',
    line: '#e6e3dc',
    edge: '#8f8d87',
    wash: '#f3f1eb',
    'jade-wash': '#e7f0ef',
    'seal-wash': '#fbeae8',
    'amber-wash': '#fbf3df',
  },
  dark: { ink2: '#b7b5b0', ink3: '#9a9893', line: '#2c3038', wash: '#20242b', 'jade-wash': '#1c302f' },
} as const

const seeds: Record<ThemeName, Partial<Record<Shade, Seed>>> = {
  default: { light: { ...light, given: asDrawn.light }, dark: { ...dark, given: asDrawn.dark } },
  'theme-white': { light: { ...light, paper: '#ffffff', ink: '#1c2024', jade: '#0b6a72' } },
  'theme-dark': { dark: { ...dark, paper: '#0e0f11', sheet: '#16181b', ink: '#e6e6e6', jade: '#63b5b0' } },
  'theme-hey': {
    light: { ...light, paper: '#fcf8fa', ink: '#2a2028', jade: '#8c3f74', side: ['#f6ebf2', '#3a2a35', '#8c3f74'] },
    dark: { ...dark, paper: '#191418', sheet: '#221b20', ink: '#ece4e9', jade: '#d492bf', 'on-jade': '#1d1019' },
  },
  'theme-star': {
    light: { ...light, paper: '#f8f9fc', ink: '#1a2038', jade: '#3c4fa0', side: ['#161c38', '#dfe4f5', '#a9b7f2'] },
    dark: {
      ...dark,
      paper: '#0d1124',
      sheet: '#141a33',
      ink: '#e2e6f4',
      jade: '#9aacf0',
      'on-jade': '#0d1124',
      side: ['#080b1a', '#dfe4f5', '#a9b7f2'],
    },
  },
  'theme-vip': {
    light: {
      ...light,
      paper: '#fbf9f4',
      ink: '#211d16',
      jade: '#5c4a1c',
      'on-jade': '#f6e7c1',
      amber: '#9a4a00',
      side: ['#1b1813', '#ece3cf', '#dcbb74'],
    },
    dark: {
      ...dark,
      paper: '#12100c',
      sheet: '#1b1813',
      ink: '#ece6d8',
      jade: '#dcbb74',
      'on-jade': '#1b1509',
      amber: '#ee9a52',
      side: ['#0b0a07', '#ece3cf', '#dcbb74'],
    },
  },
  'theme-bule': {
    light: { ...light, paper: '#f7fafd', ink: '#16222f', jade: '#1a5a9e', side: ['#123558', '#e3edf7', '#9ccbfa'] },
    dark: {
      ...dark,
      paper: '#0e151d',
      sheet: '#151e28',
      ink: '#e0e7ee',
      jade: '#7db8f0',
      'on-jade': '#0b1722',
      side: ['#0c2138', '#e3edf7', '#9ccbfa'],
    },
  },
  'theme-iview': {
    light: { ...light, paper: '#f7f9fa', ink: '#1b242c', jade: '#0f6a99', side: ['#364051', '#eef1f6', '#a6dcfb'] },
    dark: {
      ...dark,
      paper: '#14181d',
      sheet: '#1b2027',
      ink: '#e3e7eb',
      jade: '#6dbde6',
      'on-jade': '#0b1820',
      side: ['#252c37', '#eef1f6', '#a6dcfb'],
    },
  },
  'theme-cool': {
    light: { ...light, paper: '#f4f8f9', ink: '#18242a', jade: '#0b6880', side: ['#e4eef1', '#22343c', '#0b6076'] },
    dark: { ...dark, paper: '#101719', sheet: '#172023', ink: '#dfe8ea', jade: '#65bfd3', 'on-jade': '#0a1619' },
  },
  'theme-d2': {
    light: { ...light, paper: '#f3f5fa', ink: '#20242f', jade: '#3f5bb5', side: ['#e9edf7', '#2c3348', '#3a55ac'] },
    dark: { ...dark, paper: '#14161e', sheet: '#1c1f2a', ink: '#e4e6ee', jade: '#9db2f0', 'on-jade': '#10131d' },
  },
  'theme-lte': {
    light: { ...light, paper: '#f7f8f8', ink: '#20262a', jade: '#2a6287', side: ['#2a3136', '#e7ebed', '#8fc9ee'] },
    dark: {
      ...dark,
      paper: '#17191b',
      sheet: '#1f2224',
      ink: '#e5e7e8',
      jade: '#84bde0',
      'on-jade': '#0f171c',
      side: ['#101315', '#e7ebed', '#8fc9ee'],
    },
  },
  'theme-beautiful': {
    light: { ...light, paper: '#faf9fd', ink: '#242030', jade: '#6546a6', side: ['#332850', '#ece8f6', '#cfbdf8'] },
    dark: {
      ...dark,
      paper: '#15121d',
      sheet: '#1d1928',
      ink: '#e7e3ee',
      jade: '#b9a2ee',
      'on-jade': '#150f22',
      side: ['#0f0c17', '#ece8f6', '#cfbdf8'],
    },
  },
  'mac-os': {
    light: { ...light, paper: '#f6f6f7', ink: '#1d1d20', jade: '#0a5cb8', side: ['#ececee', '#2a2a2e', '#0a55aa'] },
    dark: { ...dark, paper: '#1c1c1f', sheet: '#252528', ink: '#ebebed', jade: '#7ab4f5', 'on-jade': '#0c1622' },
  },
}

const leaf = {
  leaf: light.sheet,
  'leaf-ink': light.ink,
  'leaf-ink2': asDrawn.light.ink2,
  'leaf-squares': asDrawn.light.line,
}

const shares = {
  light: { ink2: 0.25, ink3: 0.31, line: 0.1, edge: 0.5, wash: 0.035, 'jade-wash': 0.08, tint: 0.1 },
  dark: { ink2: 0.23, ink3: 0.34, line: 0.11, edge: 0.42, wash: 0.05, 'jade-wash': 0.14, tint: 0.13 },
  side: { ink2: 0.12, ink3: 0.2, line: 0.12, wash: 0.05, 'jade-wash': 0.1 },
} as const

/** The lesser inks and grounds between a ground, its ink and its accent. */
const between = (
  { paper, ink, jade }: Record<'paper' | 'ink' | 'jade', Hex>,
  share: Record<'ink2' | 'ink3' | 'line' | 'wash' | 'jade-wash', number>,
) => ({
  ink2: mix(ink, paper, share.ink2),
  ink3: mix(ink, paper, share.ink3),
  line: mix(paper, ink, share.line),
  wash: mix(paper, ink, share.wash),
  'jade-wash': mix(paper, jade, share['jade-wash']),
})

/** In the dark a wash must be seen on the sheet, which is lighter than the paper there. */
const darkWash = (shade: Shade, { sheet, ink }: Seed) =>
  shade === 'dark' ? { wash: mix(sheet, ink, shares.dark.wash) } : {}

/** What follows from a seed. A theme is a variation of these tokens, never a second design. */
function grown(shade: Shade, { side, given, ...seed }: Seed): Palette {
  const share = shares[shade]
  const page = { ...seed, ...between(seed, share), ...darkWash(shade, seed), ...given }
  const own = side && { paper: side[0], ink: side[1], jade: side[2] }
  const menu = own ? { ...own, ...between(own, shares.side) } : page
  const deep = shade === 'dark' ? black : seed.ink
  return {
    edge: mix(seed.paper, seed.ink, share.edge),
    'seal-wash': mix(seed.sheet, seed.seal, share.tint),
    'amber-wash': mix(seed.sheet, seed.amber, share.tint),
    ...page,
    ...leaf,
    mask: `${deep}${shade === 'dark' ? '80' : '3d'}`,
    shadow: `${deep}${shade === 'dark' ? '66' : '1f'}`,
    side: menu.paper,
    'side-ink': menu.ink,
    'side-ink2': menu.ink2,
    'side-ink3': menu.ink3,
    'side-line': menu.line,
    'side-wash': menu.wash,
    'side-jade': menu.jade,
    'side-jade-wash': menu['jade-wash'],
  }
}
/** The colours of a theme in one of its shades (in the other, of the one it has); themes.css has the same for plain CSS. */
export function paletteOf(name: ThemeName, shade: Shade): Palette {
  const own = seeds[name]
  const there = own[shade] ? shade : shade === 'light' ? 'dark' : 'light'
  return grown(there, own[there] ?? { light, dark }[there])
}
