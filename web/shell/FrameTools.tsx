import {
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
  TranslationOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import { MoreMenu } from '../bar/MoreMenu.tsx'
import { useLanguageSwitch, useShadeSwitch } from '../bar/switches.ts'
import { texts as barTexts } from '../bar/texts.ts'
import { MessageBell } from '../watch/MessageBell.tsx'
import { latestJobs } from './latest-jobs.ts'
import { texts } from './texts.ts'
import { UserMenu } from './UserMenu.tsx'

const JobDrawer = lazy(async () => ({ default: (await import('./JobDrawer.tsx')).JobDrawer }))

/** Menu search, tasks, messages, language, light or dark, everything else, user: at the right of every head. */
export function FrameTools() {
  const t = useTexts(texts)
  const bar = useTexts(barTexts)
  const { search, theme } = useFrameSettings()
  const showSearch = useMenuSearch((state) => state.show)
  const switchLanguage = useLanguageSwitch()
  const shade = useShadeSwitch()
  const [open, setOpen] = useState(false)
  // it stays when it is closed: a drawer that is taken away does not give the focus back
  const [opened, setOpened] = useState(false)
  const showTasks = () => {
    setOpened(true)
    setOpen(true)
  }
  const { data } = useQuery({ ...latestJobs(), refetchInterval: 60_000 })
  const running = data?.records.filter(isRunning).length ?? 0
  const shadeLabel = shade?.dark ? t('light') : t('dark')
  return (
    <div className="frame-tools">
      {search && (
        <Tooltip title={`${bar('searchMenu')} · Ctrl K`}>
          <Button
            className="wide-only"
            type="text"
            icon={<SearchOutlined />}
            aria-label={bar('searchMenu')}
            onClick={showSearch}
          />
        </Tooltip>
      )}
      <Tooltip title={t('tasks')}>
        <Badge count={running} size="small" color="var(--jade)" offset={[-6, 6]}>
          <Button type="text" icon={<UnorderedListOutlined />} aria-label={t('tasks')} onClick={showTasks} />
        </Badge>
      </Tooltip>
      <MessageBell />
      <Tooltip title={t('language')}>
        <Button
          className="wide-only"
          type="text"
          icon={<TranslationOutlined />}
          aria-label={t('language')}
          onClick={switchLanguage}
        />
      </Tooltip>
      {theme && shade && (
        <Tooltip title={shadeLabel}>
          <Button
            className="wide-only"
            type="text"
            icon={shade.dark ? <SunOutlined /> : <MoonOutlined />}
            aria-label={shadeLabel}
            onClick={shade.change}
          />
        </Tooltip>
      )}
      <MoreMenu />
      <UserMenu />
      {opened && (
        <Suspense fallback={null}>
          <JobDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
