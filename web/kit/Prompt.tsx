import { App, Input, type InputRef } from 'antd'
import { type RefObject, useCallback, useImperativeHandle, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import './kit.css'

type Asked = {
  title: string
  /** What the field is called. */
  label: string
  initial?: string
  /** Whether what was typed will do; a text says why not, false 输入的数据不合法!. */
  check: (typed: string) => boolean | string
  /** The button; 确定 unless said. */
  ok?: string
}
type Field = { accepted: () => string | undefined }

/** Whoever is asked can type at once. */
const focused = (input: InputRef | null) => input?.focus()

type PromptFieldProps = Pick<Asked, 'label' | 'initial' | 'check'> & {
  handle: RefObject<Field | null>
  onEnter: () => void
}

function PromptField({ label, initial = '', check, handle, onEnter }: PromptFieldProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState(initial)
  const [wrong, setWrong] = useState('')
  useImperativeHandle(handle, () => ({
    accepted: () => {
      const value = typed.trim()
      const verdict = check(value)
      if (verdict === true) return value
      setWrong(verdict === false ? t('illegalInput') : verdict)
      return undefined
    },
  }))
  return (
    <label className="prompt-field">
      <span>{label}</span>
      <Input
        ref={focused}
        value={typed}
        maxLength={120}
        aria-invalid={wrong !== ''}
        {...(wrong && { status: 'error' })}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong('')
        }}
        onPressEnter={onEnter}
      />
      <span className="prompt-wrong" role="alert">
        {wrong}
      </span>
    </label>
  )
}

/** `await prompt({ title, label, check })`: what the person typed, undefined if he changed his mind. */
export function usePrompt() {
  const { modal } = App.useApp()
  const t = useTexts(texts)
  return useCallback(
    ({ title, ok, ...field }: Asked) =>
      new Promise<string | undefined>((resolve) => {
        const handle: RefObject<Field | null> = { current: null }
        const accept = () => {
          const value = handle.current?.accepted()
          if (value === undefined) return
          resolve(value)
          asking.destroy()
        }
        const asking = modal.confirm({
          title,
          icon: null,
          content: <PromptField {...field} handle={handle} onEnter={accept} />,
          okText: ok ?? t('confirm'),
          cancelText: t('cancel'),
          autoFocusButton: null,
          // with a parameter it is for us to close
          onOk: (_close: () => void) => accept(),
          onCancel: () => resolve(undefined),
        })
      }),
    [modal, t],
  )
}
