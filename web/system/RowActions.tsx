import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Action = { key: string; label: string; run: () => unknown; danger?: boolean; disabled?: boolean }

/** What can be done with a row: the first two as links, the rest behind a mark. A click here does not open the row. */
export function RowActions({ actions, shown = 2 }: { actions: readonly Action[]; shown?: number }) {
  const t = useTexts(texts)
  const rest = actions.slice(shown)
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {actions.slice(0, shown).map(({ key, label, run, disabled = false }) => (
        <Button key={key} type="link" size="small" disabled={disabled} onClick={() => void run()}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, danger = false, disabled = false }) => ({ key, label, danger, disabled })),
            onClick: ({ key }) => void rest.find((action) => action.key === key)?.run(),
          }}
        >
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t('more')} />
        </Dropdown>
      )}
    </span>
  )
}
