import {
  FullscreenOutlined,
  MoonOutlined,
  SunOutlined,
  TranslationOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { isRunning } from '#web/kernel/jobs.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { MessageBell } from '../watch/MessageBell.tsx'
import { latestJobs } from './latest-jobs.ts'
import { texts } from './texts.ts'
import { UserMenu } from './UserMenu.tsx'

const JobDrawer = lazy(async () => ({ default: (await import('./JobDrawer.tsx')).JobDrawer }))

const toggleFullScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()

/** Tasks, language, light or dark, full screen, user: at the right of every head. */
export function FrameTools() {
  const t = useTexts(texts)
  const { language, speak } = useLanguage()
  const { shade, choose } = useTheme()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...latestJobs(), refetchInterval: 60_000 })
  const running = data?.records.filter(isRunning).length ?? 0
  const dark = shade === 'dark'
  return (
    <div className="frame-tools">
      <Tooltip title={t('tasks')}>
        <Badge count={running} size="small" color="var(--jade)" offset={[-6, 6]}>
          <Button type="text" icon={<UnorderedListOutlined />} aria-label={t('tasks')} onClick={() => setOpen(true)} />
        </Badge>
      </Tooltip>
      <MessageBell />
      <Tooltip title={t('language')}>
        <Button
          type="text"
          icon={<TranslationOutlined />}
          aria-label={t('language')}
          onClick={() => speak(language === 'en' ? 'zh-CN' : 'en')}
        />
      </Tooltip>
      <Tooltip title={dark ? t('light') : t('dark')}>
        <Button
          type="text"
          icon={dark ? <SunOutlined /> : <MoonOutlined />}
          aria-label={dark ? t('light') : t('dark')}
          onClick={() => choose(dark ? 'light' : 'dark')}
        />
      </Tooltip>
      <Tooltip title={t('fullScreen')}>
        <Button
          className="wide-only"
          type="text"
          icon={<FullscreenOutlined />}
          aria-label={t('fullScreen')}
          onClick={() => void toggleFullScreen().catch(() => undefined)}
        />
      </Tooltip>
      <UserMenu />
      {open && (
        <Suspense fallback={null}>
          <JobDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
