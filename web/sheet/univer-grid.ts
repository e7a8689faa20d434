import { LocaleType, LogLevel, ThemeService, Univer } from '@univerjs/core'
import { FUniver } from '@univerjs/core/facade'
import { CalculationMode, UniverSheetsCorePreset } from '@univerjs/preset-sheets-core'
import en from '@univerjs/preset-sheets-core/locales/en-US'
import zh from '@univerjs/preset-sheets-core/locales/zh-CN'
import '@univerjs/preset-sheets-core/lib/index.css'
import type { Language } from '#contract/texts.ts'
import { black, type Hex, mix, white } from '#web/kernel/colour.ts'
import { type Palette, paletteOf } from '#web/kernel/palettes.ts'
import { type Shade, type ThemeName, themes } from '#web/kernel/theme.ts'
import { nameControls } from './grid-controls.ts'

/** The theme and its shade. */
export type Look = { name: ThemeName; shade: Shade }
/** What stands around the cells. `edit`: toolbar, menus and sheets below; `paper`: the bar of the formula alone. */
type GridKind = 'edit' | 'paper'

export const gridLocale = (language: Language) => (language === 'en' ? LocaleType.EN_US : LocaleType.ZH_CN)

/** The light colours of a theme: in the dark the grid turns them itself. */
const lightOf = (name: ThemeName) => paletteOf(themes[name].shades.includes('light') ? name : 'default', 'light')
/** Selection, focus and handles in the theme's accent instead of the widget's blue. */
const accents = (jade: Hex) => ({
  50: mix(white, jade, 0.07),
  100: mix(white, jade, 0.14),
  200: mix(white, jade, 0.29),
  300: mix(white, jade, 0.47),
  400: mix(white, jade, 0.74),
  500: mix(white, jade, 0.89),
  600: jade,
  700: mix(jade, black, 0.16),
  800: mix(jade, black, 0.32),
  900: mix(jade, black, 0.46),
})

/** A spreadsheet of the library in an element of its own, in the product's colours and the person's language. */
type UniverGrid = {
  element: HTMLElement
  api: FUniver
  injector: ReturnType<Univer['__getInjector']>
  /** The colours to draw marks in. */
  colours: () => Palette
  setLanguage: (language: Language) => void
  setTheme: (look: Look) => void
  dispose: () => void
}

/**
 * Starts the spreadsheet without the umbrella preset (which carries non-free packages): its own plugins only, and no calculation
 * at opening.
 */
export function makeUniverGrid(kind: GridKind, language: Language, look: Look): UniverGrid {
  const element = document.createElement('div')
  element.className = kind === 'edit' ? 'sheet-grid' : 'paper-grid'
  const edits = kind === 'edit'
  const { plugins } = UniverSheetsCorePreset({
    container: element,
    header: edits,
    toolbar: edits,
    contextMenu: edits,
    formulaBar: true,
    disableAutoFocus: true,
    footer: { sheetBar: edits, statisticBar: true, menus: edits, zoomSlider: true },
    formula: { initialFormulaComputing: CalculationMode.NO_CALCULATION },
    sheets: { protectedRangeShadow: false, disableForceStringAlert: true, disableForceStringMark: true },
    disableTextFormatAlert: true,
    disableTextFormatMark: true,
  })
  const univer = new Univer({
    locale: gridLocale(language),
    locales: { [LocaleType.ZH_CN]: zh, [LocaleType.EN_US]: en },
    logLevel: LogLevel.WARN,
    darkMode: look.shade === 'dark',
  })
  for (const plugin of plugins) {
    if (Array.isArray(plugin)) univer.registerPlugin(plugin[0], plugin[1])
    else univer.registerPlugin(plugin)
  }
  // There is no public way to change one colour of the theme.
  const injector = univer['__getInjector']()
  const painted = injector.get(ThemeService)
  let colours = lightOf(look.name)
  const paint = () => painted.setTheme({ ...painted.getCurrentTheme(), primary: accents(colours.jade) })
  paint()
  const api = FUniver.newAPI(univer)
  const controls = nameControls(element, language)
  return {
    element,
    api,
    injector,
    colours: () => colours,
    setLanguage(next) {
      univer.setLocale(gridLocale(next))
      controls.setLanguage(next)
    },
    setTheme(next) {
      colours = lightOf(next.name)
      paint()
      api.toggleDarkMode(next.shade === 'dark')
    },
    dispose() {
      controls.dispose()
      univer.dispose()
      element.remove()
    },
  }
}
