import { App, Radio } from 'antd'
import { useCallback } from 'react'
import type { ConflictChoice } from '#contract/disk-shapes.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import './panes.css'

type Choice = Exclude<ConflictChoice, 'ask'>
const choices = ['rename', 'version', 'skip'] as const satisfies readonly Choice[]

/** `await askConflict(says)`: what to do with names that are taken in the target; undefined leaves everything where it is. */
export function useAskConflict() {
  const { modal } = App.useApp()
  const t = useTexts(texts)
  return useCallback(
    (says: string) =>
      new Promise<Choice | undefined>((resolve) => {
        let choice: Choice = 'rename'
        modal.confirm({
          title: t('conflictTitle'),
          icon: null,
          content: (
            <div className="disk-conflict">
              <p>{says}</p>
              <Radio.Group
                aria-label={t('conflictTitle')}
                defaultValue={choice}
                onChange={({ target }) => {
                  choice = choices.find((one) => one === target.value) ?? 'rename'
                }}
                options={choices.map((value) => ({ value, label: t(`move_${value}`) }))}
                vertical
              />
            </div>
          ),
          okText: t('goOn'),
          cancelText: t('cancel'),
          onOk: () => resolve(choice),
          onCancel: () => resolve(undefined),
        })
      }),
    [modal, t],
  )
}
