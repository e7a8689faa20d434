import {
  LeftOutlined,
  MinusOutlined,
  PlusOutlined,
  PrinterOutlined,
  RightOutlined,
  RotateRightOutlined,
} from '@ant-design/icons'
import { Button, InputNumber, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Pages = { page: number; pages: number; goTo: (page: number) => void }
type Zoom = { scale: number; zoom: (scale: number) => void; fits: readonly { says: string; fit: () => void }[] }

type ViewBarProps = {
  /** Before everything else: what opens a side pane. */
  before?: ReactNode
  pages?: Pages | undefined
  zoom?: Zoom | undefined
  onRotate?: (() => void) | undefined
  onPrint?: (() => void) | undefined
  children?: ReactNode
}

/** One step of zooming. */
export const ZOOM_STEP = 1.2

/** The line of tools over what is shown; a kind of file gives those it has. */
export function ViewBar({ before, pages, zoom, onRotate, onPrint, children }: ViewBarProps) {
  const t = useTexts(texts)
  return (
    <div className="view-bar" role="toolbar" aria-label={t('tools')}>
      {before}
      {pages && <PageTools {...pages} />}
      {zoom && <ZoomTools {...zoom} />}
      {onRotate && <Tool says={t('rotate')} icon={<RotateRightOutlined />} onClick={onRotate} />}
      {onPrint && <Tool says={t('print')} icon={<PrinterOutlined />} onClick={onPrint} />}
      {children}
    </div>
  )
}

type ToolProps = { says: string; icon: ReactNode; onClick: () => void; disabled?: boolean; pressed?: boolean }
/** A tool drawn as a picture; its name is told. */
export function Tool({ says, icon, onClick, disabled = false, pressed }: ToolProps) {
  return (
    <Tooltip title={says}>
      <Button
        type="text"
        size="small"
        aria-label={says}
        icon={icon}
        disabled={disabled}
        onClick={onClick}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      />
    </Tooltip>
  )
}

function PageTools({ page, pages, goTo }: Pages) {
  const t = useTexts(texts)
  return (
    <span className="view-tools">
      <Tool says={t('previousPage')} icon={<LeftOutlined />} disabled={page <= 1} onClick={() => goTo(page - 1)} />
      <InputNumber
        size="small"
        className="view-page"
        aria-label={t('page')}
        min={1}
        max={Math.max(1, pages)}
        precision={0}
        controls={false}
        value={page}
        onChange={(value) => value !== null && goTo(value)}
      />
      <span className="second">{t('ofPages', { pages })}</span>
      <Tool says={t('nextPage')} icon={<RightOutlined />} disabled={page >= pages} onClick={() => goTo(page + 1)} />
    </span>
  )
}

function ZoomTools({ scale, zoom, fits }: Zoom) {
  const t = useTexts(texts)
  const percent = Math.round(scale * 100)
  return (
    <span className="view-tools">
      <Tool says={t('zoomOut')} icon={<MinusOutlined />} onClick={() => zoom(scale / ZOOM_STEP)} />
      <output className="view-percent" aria-label={t('zoomNow', { percent })}>
        {percent}%
      </output>
      <Tool says={t('zoomIn')} icon={<PlusOutlined />} onClick={() => zoom(scale * ZOOM_STEP)} />
      {fits.map(({ says, fit }) => (
        <Button key={says} type="text" size="small" onClick={fit}>
          {says}
        </Button>
      ))}
    </span>
  )
}
