import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { docRequest, type RequestDetailRow } from '#contract/doc-request.ts'
import { copyText } from '#web/chat/copy-text.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { texts } from './texts.ts'

/** One click reminds: words to copy into a chat, or an SMS to the contact. */
export function RemindDialog({ of, onClose }: { of: RequestDetailRow; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const remind = useCommand(docRequest.remind)
  const [words, setWords] = useState('')
  const { id, title, contactPhone } = of
  const copy = async () => {
    const { text, path } = await remind.mutateAsync({ id, way: 'copy' })
    const whole = text.replace('{link}', location.origin + path)
    setWords(whole)
    say(t((await copyText(whole)) ? 'copied' : 'notCopied'))
  }
  const sms = () =>
    remind.mutate(
      { id, way: 'sms' },
      {
        onSuccess: ({ to }) => {
          say(t('smsSent', { to }))
          onClose()
        },
      },
    )
  return (
    <Modal
      open
      title={t('remindOf', { title })}
      onCancel={onClose}
      footer={
        <>
          {contactPhone && (
            <Button loading={remind.isPending} onClick={sms}>
              {t('bySms')}
            </Button>
          )}
          <Button type="primary" loading={remind.isPending} onClick={() => void copy().catch(() => undefined)}>
            {t('copyText')}
          </Button>
        </>
      }
    >
      <p className="second">{t('remindCopyHint')}</p>
      <ul className="request-owed">
        {of.items
          .filter(({ state }) => state === 'waiting' || state === 'returned')
          .map((item) => (
            <li key={item.id}>
              {item.name} <span className="third">{t(`state_${item.state}`)}</span>
            </li>
          ))}
      </ul>
      {words && <Input.TextArea readOnly value={words} autoSize aria-label={t('remindText')} />}
    </Modal>
  )
}
