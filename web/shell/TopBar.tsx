import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { FrameTools } from './FrameTools.tsx'
import type { PartProps } from './layouts.ts'
import { texts } from './texts.ts'

/** The firm's top bar: where am I, and the tools of the frame. */
export function TopBar({ route, onMenu }: PartProps) {
  const t = useTexts(texts)
  const say = useSay()
  const { firmName, tenantName } = useSession()
  return (
    <header className="top-bar no-print">
      <Button className="narrow-only" type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      <div className="top-where">
        <span className="second wide-only">{firmName || tenantName}</span>
        <span className="third wide-only" aria-hidden>
          /
        </span>
        <span>{say(route.title)}</span>
      </div>
      <FrameTools />
    </header>
  )
}
