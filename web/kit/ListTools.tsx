import { ExportOutlined, ImportOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import type { SettableColumn } from './list-columns.ts'
import type { ListView } from './list-view.ts'
import { listTexts as texts } from './list-texts.ts'
import type { ListSetting } from './use-list-setting.ts'
import { ViewPicker } from './ViewPicker.tsx'

const ColumnDrawer = lazy(async () => ({ default: (await import('./ColumnDrawer.tsx')).ColumnDrawer }))
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

type ListToolsProps = {
  view: ListView
  columns: readonly SettableColumn[]
  setting: ListSetting | undefined
  /** What the list is called. */
  name: string
  importOf: string | undefined
  /** Writes the list as it is filtered; without it there is nothing to write. */
  onExport: (() => void) | undefined
  exporting: boolean
  /** After rows were imported. */
  onImported: () => void
}

/** Above the table: saved views at the left; import, export and columns at the right. */
export function ListTools(props: ListToolsProps) {
  const { view, columns, setting, name, importOf, onExport, exporting, onImported } = props
  const t = useTexts(texts)
  const [open, setOpen] = useState<'' | 'columns' | 'import'>('')
  const close = () => setOpen('')
  if (!setting && !importOf && !onExport) return null
  return (
    <div className="list-tools no-print" role="toolbar" aria-label={t('listTools')}>
      {setting && <ViewPicker view={view} setting={setting} />}
      <span className="list-tools-gap" />
      {importOf && (
        <Button type="text" size="small" icon={<ImportOutlined />} onClick={() => setOpen('import')}>
          {t('import')}
        </Button>
      )}
      {onExport && (
        <Button type="text" size="small" icon={<ExportOutlined />} loading={exporting} onClick={onExport}>
          {t('export')}
        </Button>
      )}
      {setting && (
        <Tooltip title={t('columns')}>
          <Button
            type="text"
            size="small"
            icon={<SettingOutlined />}
            aria-label={t('columns')}
            onClick={() => setOpen('columns')}
          />
        </Tooltip>
      )}
      <Suspense fallback={null}>
        {open === 'columns' && setting && <ColumnDrawer columns={columns} setting={setting} onClose={close} />}
        {open === 'import' && importOf && (
          <ImportDialog list={importOf} name={name} onDone={onImported} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
