import { Button, Drawer, Switch } from 'antd'
import { type FramePart, frameParts, resetFrame, switchPart, useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { texts } from './texts.ts'
import './bar.css'

const words: Record<FramePart, readonly [keyof typeof texts, keyof typeof texts]> = {
  tabs: ['partTabs', 'hintTabs'],
  collapse: ['partCollapse', 'hintCollapse'],
  search: ['partSearch', 'hintSearch'],
  fullscreen: ['partFullscreen', 'hintFullscreen'],
  theme: ['partTheme', 'hintTheme'],
  menu: ['partMenu', 'hintMenu'],
  debug: ['partDebug', 'hintDebug'],
  lock: ['partLock', 'hintLock'],
  screenshot: ['partScreenshot', 'hintScreenshot'],
}
const navigations = [
  ['side', 'sideMenu'],
  ['top', 'topMenu'],
] as const

/** How a person wants the frame: where the menu is, what the bar offers. Everything has its effect at once. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const settings = useFrameSettings()
  const reset = () => {
    resetFrame()
    say(t('resetDone'))
  }
  return (
    <Drawer
      title={t('settings')}
      open
      onClose={onClose}
      size="30%"
      // what a switch does is seen beside it
      styles={{ wrapper: { minWidth: 'min(320px, 100vw)' }, mask: { background: 'transparent' } }}
      footer={
        <Button type="text" onClick={reset}>
          {t('reset')}
        </Button>
      }
    >
      <fieldset className="frame-modes">
        <legend>{t('navigation')}</legend>
        {navigations.map(([mode, label]) => (
          <label key={mode} className="frame-mode" data-mode={mode}>
            <input
              type="radio"
              name="navigation"
              checked={settings.navigation === mode}
              onChange={() => useFrameSettings.setState({ navigation: mode })}
            />
            <span className="frame-sketch" aria-hidden />
            <span>{t(label)}</span>
          </label>
        ))}
      </fieldset>
      <h3 className="setting-head">{t('parts')}</h3>
      <ul className="setting-list">
        {frameParts.map((part) => {
          const [label, hint] = words[part]
          return (
            <li key={part}>
              <label htmlFor={`part-${part}`}>
                <span>{t(label)}</span>
                <span className="third">{t(hint)}</span>
              </label>
              <Switch id={`part-${part}`} checked={settings[part]} onChange={(is) => switchPart(part, is)} />
            </li>
          )
        })}
      </ul>
      <p className="third">{t('kept')}</p>
    </Drawer>
  )
}
