import { CloseOutlined, EllipsisOutlined, SettingOutlined, SnippetsOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { takesFocus } from '../bar/use-menu-focus.ts'
import { menuOf } from './deeds.tsx'
import { texts } from './texts.ts'
import type { Desk } from './use-desk.tsx'

/** What can be done with what is picked, above the list; all of it in the menu. */
export function PickedBar({ desk, onColumns }: { desk: Desk; onColumns: (() => void) | undefined }) {
  const t = useTexts(texts)
  const { deeds, picked, rows } = desk
  const count = picked.length
  const bar = deeds.flat().filter((deed) => deed.bar)
  return (
    <div className="disk-picked" role="toolbar" aria-label={t('pickedTools')} data-none={count === 0 || undefined}>
      <span aria-live="polite" className="second number">
        {count > 0 ? t('things', { count }) : rows.total === undefined ? '' : t('total', { count: rows.total })}
      </span>
      {count > 0 && (
        <>
          {bar.map(({ key, label, icon, run, danger }) => (
            <Button
              key={key}
              size="small"
              type="text"
              icon={icon}
              danger={danger ?? false}
              aria-label={label}
              title={label}
              onClick={run}
            >
              <span className="disk-picked-word">{label}</span>
            </Button>
          ))}
          <Dropdown
            trigger={['click']}
            {...takesFocus}
            menu={{ items: menuOf(deeds), className: 'disk-menu disk-menu-under' }}
          >
            <Button size="small" type="text" icon={<EllipsisOutlined />} aria-label={t('more')} />
          </Dropdown>
          <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('pickNone')} onClick={desk.unpick} />
        </>
      )}
      {desk.mayPaste && (
        <Button size="small" type="text" icon={<SnippetsOutlined />} onClick={() => void desk.paste()}>
          {t('paste')}
        </Button>
      )}
      {onColumns && (
        <Button
          className="disk-columns"
          size="small"
          type="text"
          icon={<SettingOutlined />}
          aria-label={t('columns')}
          onClick={onColumns}
        />
      )}
    </div>
  )
}
