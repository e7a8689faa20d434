import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { FrameTools } from './FrameTools.tsx'
import { texts } from './texts.ts'

/** The firm's top bar: where am I, and the tools of the frame. */
export function TopBar({ title, onMenu }: { title: string; onMenu: () => void }) {
  const t = useTexts(texts)
  const { firmName, tenantName } = useSession()
  return (
    <header className="top-bar no-print">
      <Button className="narrow-only" type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      <div className="top-where">
        <span className="second wide-only">{firmName || tenantName}</span>
        <span className="third wide-only" aria-hidden>
          /
        </span>
        <span>{title}</span>
      </div>
      <FrameTools />
    </header>
  )
}
