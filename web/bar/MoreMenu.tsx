import {
  BgColorsOutlined,
  BugOutlined,
  CameraOutlined,
  CheckOutlined,
  EllipsisOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LockOutlined,
  MoonOutlined,
  SearchOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Badge, Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { type FramePart, switchPart, useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useLocalLog } from '#web/kernel/local-log.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { texts as shellTexts } from '../shell/texts.ts'
import { type BarDialog, useBarDialog } from './bar-dialog.ts'
import { toggleFullScreen, useFullScreen } from './full-screen.ts'
import { useLanguageSwitch, useShadeSwitch } from './switches.ts'
import { texts } from './texts.ts'
import { takesFocus, useMenuFocus } from './use-menu-focus.ts'
import './bar.css'

/** Specification, section 9: the badge of the log. */
const MOST_SHOWN = 99

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>
type Entry = { key: string; icon: ReactNode; label: ReactNode; run: () => unknown }

/** A tool that does not come, or does not work, says so. */
const attempt = (run: Entry['run']) => void Promise.resolve(run()).catch((fault: unknown) => complain(fault))
const item = ({ key, icon, label, run }: Entry): Item => ({ key, icon, label, onClick: () => attempt(run) })
/** An entry only for windows whose bar has no room for its button. */
const narrow = (entry: Entry): Item => ({ ...item(entry), className: 'bar-narrow' })

const lock = async () => (await import('../session/lock.ts')).lockScreen()

/** An entry that is ticked while its part of the frame is shown. */
function toggle(part: FramePart, label: string, is: boolean): Item {
  const ticked = {
    key: part,
    icon: is ? <CheckOutlined aria-hidden /> : <span className="anticon" style={{ width: '1em' }} />,
    label,
    role: 'menuitemcheckbox',
    'aria-checked': is,
    onClick: () => switchPart(part, !is),
  }
  return ticked
}

/** What the bar has no room for, or few need often; in a narrow window nearly everything. */
export function MoreMenu() {
  const t = useTexts(texts)
  const words = useTexts(shellTexts)
  const { message } = App.useApp()
  const settings = useFrameSettings()
  const showDialog = useBarDialog((state) => state.show)
  const search = useMenuSearch((state) => state.show)
  const faults = useLocalLog((state) => state.entries.length)
  const full = useFullScreen()
  const switchLanguage = useLanguageSwitch()
  const shade = useShadeSwitch()
  const [open, setOpen] = useState(false)
  const { button, putButton, giveBack } = useMenuFocus()
  const change = (is: boolean) => {
    if (!is) giveBack()
    setOpen(is)
  }
  const { data: tops = [] } = useQuery(query(menu.topMenu, {}))

  const show = (dialog: BarDialog) => showDialog(dialog, button)
  const fullScreen = async () => {
    if (!(await toggleFullScreen())) void message.warning(t('fullScreenRefused'))
  }
  const screenshot = async () => {
    const { takeScreenshot } = await import('./screenshot.ts')
    const shot = await takeScreenshot(document.title)
    if (shot === 'done') say(t('screenshotDone'))
    else void message.warning(t(shot === 'refused' ? 'screenshotRefused' : 'screenshotLacking'), 6)
  }
  const logLabel = (
    <span className="bar-count">
      {t('localLogs')}
      {faults > 0 && <span className="bar-badge number">{faults > MOST_SHOWN ? `${MOST_SHOWN}+` : faults}</span>}
    </span>
  )
  const shadeIcon = shade?.dark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />
  const folded = [
    settings.search &&
      narrow({ key: 'search', icon: <SearchOutlined aria-hidden />, label: t('searchMenu'), run: search }),
    narrow({
      key: 'language',
      icon: <TranslationOutlined aria-hidden />,
      label: words('language'),
      run: switchLanguage,
    }),
    settings.theme &&
      shade &&
      narrow({ key: 'shade', icon: shadeIcon, label: t(shade.dark ? 'light' : 'dark'), run: shade.change }),
  ]
  const toggles = [
    toggle('tabs', t('showTabs'), settings.tabs),
    tops.length > 0 && toggle('menu', t('showTopMenu'), settings.menu),
  ]
  const fullIcon = full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />
  const fullLabel = t(full ? 'leaveFullScreen' : 'fullScreen')
  const tools = [
    settings.fullscreen && item({ key: 'fullscreen', icon: fullIcon, label: fullLabel, run: fullScreen }),
    settings.theme &&
      item({ key: 'theme', icon: <BgColorsOutlined aria-hidden />, label: t('theme'), run: () => show('themes') }),
    settings.screenshot &&
      item({ key: 'screenshot', icon: <CameraOutlined aria-hidden />, label: t('screenshot'), run: screenshot }),
    settings.lock && item({ key: 'lock', icon: <LockOutlined aria-hidden />, label: t('lock'), run: lock }),
    settings.debug &&
      item({ key: 'debug', icon: <BugOutlined aria-hidden />, label: logLabel, run: () => show('logs') }),
  ]
  const items = [
    ...folded,
    { type: 'divider' as const, key: 'after-folded', className: 'bar-narrow' },
    ...toggles,
    { type: 'divider' as const, key: 'after-toggles' },
    ...tools,
    tools.some(Boolean) && { type: 'divider' as const, key: 'after-tools' },
    item({ key: 'settings', icon: <SettingOutlined aria-hidden />, label: t('settings'), run: () => show('settings') }),
  ].filter((one) => one !== false && one !== undefined)
  const label = faults > 0 && settings.debug ? `${t('more')} · ${t('localLogs')} ${faults}` : t('more')
  return (
    <Dropdown
      trigger={['click']}
      {...takesFocus}
      open={open}
      onOpenChange={change}
      menu={{ items, className: 'bar-menu' }}
    >
      <Badge dot={settings.debug && faults > 0} color="var(--amber)" offset={[-8, 8]}>
        <Tooltip title={open ? '' : t('more')}>
          <Button
            ref={putButton}
            type="text"
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={label}
            aria-haspopup="menu"
            aria-expanded={open}
          />
        </Tooltip>
      </Badge>
    </Dropdown>
  )
}
