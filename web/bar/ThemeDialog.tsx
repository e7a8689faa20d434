import { Modal, Segmented } from 'antd'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { paletteOf } from '#web/kernel/palettes.ts'
import { type ThemeName, themeNames, themes, useTheme } from '#web/kernel/theme.ts'
import { texts } from './texts.ts'
import './bar.css'

const choices = ['light', 'dark', 'system'] as const

/** The thirteen themes as small previews, and light or dark for those that have both. */
export function ThemeDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const say = useSay()
  const { name, choice, choose, pick } = useTheme()
  const { shades } = themes[name]
  return (
    <Modal title={t('themes')} open onCancel={onClose} footer={null} width="min(720px, 94vw)">
      <fieldset className="theme-shades">
        <legend>{t('shade')}</legend>
        {shades.length > 1 ? (
          <Segmented
            name="shade"
            aria-label={t('shade')}
            value={choice}
            options={choices.map((value) => ({ value, label: t(value) }))}
            onChange={(value) => choose(value)}
          />
        ) : (
          <span className="second">{t(shades[0] === 'dark' ? 'onlyDark' : 'onlyLight')}</span>
        )}
      </fieldset>
      <fieldset className="theme-list">
        <legend>{t('theme')}</legend>
        {themeNames.map((one) => (
          <label key={one} className="theme-card">
            <input type="radio" name="theme" value={one} checked={one === name} onChange={() => pick(one)} />
            <Preview of={one} />
            <span>{say(themes[one].label)}</span>
          </label>
        ))}
      </fieldset>
    </Modal>
  )
}

/** The menu, the head and a sheet in the theme's own colours, in the shade that would be shown. */
function Preview({ of }: { of: ThemeName }) {
  const shade = useTheme((state) => state.shade)
  const { shades } = themes[of]
  const palette = paletteOf(of, shades.includes(shade) ? shade : shades[0])
  const colours = Object.fromEntries(Object.entries(palette).map(([token, hex]) => [`--${token}`, hex]))
  return (
    <span className="theme-preview" data-desk={of === 'mac-os' || undefined} style={colours} aria-hidden>
      <i />
      <i />
      <i />
    </span>
  )
}
