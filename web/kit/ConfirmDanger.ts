import { App } from 'antd'
import { useCallback } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Question = {
  /** The question, naming the thing. */
  says: string
  /** The button that does it; 确定 unless said. */
  ok?: string
  /** It destroys or cannot be undone: seal red. */
  danger?: boolean
}

/** `await confirm({ says })`: true when the person agreed. Only for what cannot be undone. */
export function useConfirm() {
  const { modal } = App.useApp()
  const t = useTexts(texts)
  return useCallback(
    ({ says, ok, danger = false }: Question) =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: t('hint'),
          content: says,
          okText: ok ?? t('confirm'),
          cancelText: t('cancel'),
          okButtonProps: { danger },
          icon: null,
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        })
      }),
    [modal, t],
  )
}

/** The same for what destroys. */
export function useConfirmDanger() {
  const confirm = useConfirm()
  return useCallback((question: Omit<Question, 'danger'>) => confirm({ ...question, danger: true }), [confirm])
}
