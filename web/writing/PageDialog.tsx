import { Button, InputNumber, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import type { BodyFrame } from './body-of.ts'
import { texts } from './editor-texts.ts'
import { SmallEditor } from './SmallEditor.tsx'

type PageDialogProps = {
  frame: BodyFrame
  fieldValues: ReadonlyMap<string, string>
  onApply: (frame: BodyFrame) => void
  onClose: () => void
}
const edges = ['top', 'right', 'bottom', 'left'] as const
const edgeWords = { top: 'marginTop', right: 'marginRight', bottom: 'marginBottom', left: 'marginLeft' } as const
const MOST_MM = 100

/** The sheet of paper: orientation, margins, running header and footer. */
export function PageDialog({ frame, fieldValues, onApply, onClose }: PageDialogProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const [now, setNow] = useState(frame)
  const { page } = now
  return (
    <Modal
      open
      title={t('pageSetup')}
      width={640}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          onClick={() => {
            onApply(now)
            onClose()
          }}
        >
          {t('apply')}
        </Button>
      }
    >
      <div className="wr-page-setup">
        <Radio.Group
          aria-label={t('direction')}
          value={page.landscape}
          onChange={({ target }) => setNow({ ...now, page: { ...page, landscape: target.value === true } })}
          options={[
            { value: false, label: t('upright') },
            { value: true, label: t('across') },
          ]}
        />
        <fieldset className="wr-margins">
          <legend>{t('margins')}</legend>
          {edges.map((edge) => (
            <label key={edge}>
              <span>{t(edgeWords[edge])}</span>
              <InputNumber
                min={0}
                max={MOST_MM}
                value={page.margins[edge]}
                onChange={(mm) =>
                  setNow({ ...now, page: { ...page, margins: { ...page.margins, [edge]: mm ?? page.margins[edge] } } })
                }
              />
            </label>
          ))}
        </fieldset>
        <SmallEditor
          label={t('header')}
          initial={frame.header}
          fieldValues={fieldValues}
          onChange={(header) => setNow((before) => ({ ...before, header }))}
        />
        <SmallEditor
          label={t('footer')}
          initial={frame.footer}
          fieldValues={fieldValues}
          onChange={(footer) => setNow((before) => ({ ...before, footer }))}
        />
      </div>
    </Modal>
  )
}
