import type { Editor } from '@tiptap/core'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { figureKey, lookOf } from './figure-marks.ts'
import { texts } from './pane-texts.ts'
import { type Figures, takeFigures } from './use-figures.ts'

type RefreshDialogProps = { editor: Editor; figures: Figures; editable: boolean; onClose: () => void }

/** Every figure that no longer says what its source says: old beside new, taken only where a person ticks it. */
export function RefreshDialog({ editor, figures, editable, onClose }: RefreshDialogProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { list, known, asking } = figures
  const rows = [...new Map(list.map((figure) => [`${figureKey(figure.attrs)} ${figure.attrs.value}`, figure]))].flatMap(
    ([key, { attrs }]) => {
      const now = known.get(figureKey(attrs))
      const look = lookOf(attrs, now)
      return now && look !== 'same' ? [{ key, attrs, now, look }] : []
    },
  )
  const changed = rows.filter(({ look }) => look === 'changed')
  const chosen = changed.filter(({ key }) => !left.has(key))
  const take = () => {
    const keys = new Set(chosen.map(({ key }) => key))
    const places = list.filter(({ attrs }) => keys.has(`${figureKey(attrs)} ${attrs.value}`))
    say(t('refreshed', { count: takeFigures(editor, places, known) }))
    onClose()
  }
  const tick = (key: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(key)
    else next.add(key)
    setLeft(next)
  }
  return (
    <Modal
      open
      title={t('refreshTitle')}
      width={720}
      onCancel={onClose}
      footer={
        editable &&
        changed.length > 0 && (
          <Button type="primary" disabled={chosen.length === 0} onClick={take}>
            {t('refreshTake', { count: chosen.length })}
          </Button>
        )
      }
    >
      {asking && <Bones lines={3} />}
      {!asking && rows.length === 0 && (
        <p>{list.length === 0 ? t('refreshNoFigures') : t('refreshNone', { count: list.length })}</p>
      )}
      {!asking && rows.length > 0 && (
        <table className="wr-refresh">
          <thead>
            <tr>
              <th>{t('figureName')}</th>
              <th>{t('valueOld')}</th>
              <th>{t('valueNew')}</th>
              <th>{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, attrs, now, look }) => (
              <tr key={key}>
                <td>
                  {look === 'changed' && editable ? (
                    <Checkbox checked={!left.has(key)} onChange={({ target }) => tick(key, target.checked)}>
                      {attrs.label || attrs.cell}
                    </Checkbox>
                  ) : (
                    attrs.label || attrs.cell
                  )}
                  <span className="third">{` ${attrs.paperId}`}</span>
                </td>
                <td className="number">{attrs.value}</td>
                <td className="number">{now.value}</td>
                <td>
                  <StatusTag tone={look === 'missing' ? 'bad' : 'waiting'}>
                    {look === 'missing'
                      ? now.says || t('figureMissing')
                      : look === 'stale'
                        ? t('figureStale')
                        : now.says || t('figureChanged', { value: now.value })}
                  </StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
