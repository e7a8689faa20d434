import { Alert, Button, Drawer, Form, type FormProps, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useFocusBack } from './focus-back.ts'
import { texts } from './texts.ts'

type FormDialogProps<Values> = {
  open: boolean
  title: string
  /** drawer: beside the list; dialog: over it. */
  place?: 'drawer' | 'dialog'
  width?: number | string
  initial: FormProps<Values>['initialValues']
  /** Saves; a CallError it throws is shown in the form, which stays as it is. Resolving false keeps the form open. */
  onSubmit: (values: Values) => Promise<unknown>
  onClose: () => void
  /** The label of the button; 保存 unless said. */
  submit?: string
  children: ReactNode
}

/** A form in a dialog or a drawer: checks, submits (also Ctrl+Enter), keeps what was typed when the server refuses. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { open, title, place = 'dialog', width, initial, onSubmit, onClose, submit, children } = props
  const t = useTexts(texts)
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  useFocusBack(open)

  const close = () => {
    if (busy) return
    setRefusal('')
    onClose()
  }
  // Ctrl+Enter twice comes faster than the button is drawn busy
  const running = useRef(false)
  const finish = async (values: Values) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal('')
    try {
      if ((await onSubmit(values)) !== false) onClose()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const byKeyboard = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
  }
  const body = (
    <Form<Values>
      form={form}
      layout="vertical"
      {...(initial && { initialValues: initial })}
      onFinish={(values) => void finish(values)}
      onKeyDown={byKeyboard}
      scrollToFirstError={{ focus: true }}
      requiredMark
    >
      {refusal && <Alert type="error" title={refusal} showIcon style={{ marginBlockEnd: 16 }} />}
      {children}
    </Form>
  )
  const buttons = (
    <div className="dialog-buttons">
      <Button onClick={close}>{t('cancel')}</Button>
      <Button type="primary" loading={busy} onClick={() => form.submit()}>
        {submit ?? t('save')}
      </Button>
    </div>
  )
  return place === 'drawer' ? (
    <Drawer title={title} open={open} onClose={close} size={width ?? 480} footer={buttons} destroyOnHidden>
      {body}
    </Drawer>
  ) : (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      width={width ?? 560}
      footer={buttons}
      destroyOnHidden
      mask={{ closable: false }}
    >
      {body}
    </Modal>
  )
}
