import { Alert, Modal } from 'antd'
import { DAV_PATH } from '#contract/dav.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { CopyButton } from '../access-token/Connecting.tsx'
import { texts } from './texts.ts'

/** What a program is told; a password that was just made carries its text. */
export type Mounting = { account: string; password: string }

/** A password that was just made, once; and how the disk is mounted. */
export function HowToMount({ of: shown, onClose }: { of: Mounting | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(shown !== undefined)
  const made = shown !== undefined && shown.password !== ''
  const rows = [
    { label: t('address'), text: new URL(DAV_PATH, window.location.origin).href },
    ...(made
      ? [
          { label: t('account'), text: shown.account },
          { label: t('password'), text: shown.password },
        ]
      : []),
  ]
  const ways = [
    { name: t('windows'), says: t('windowsSays') },
    { name: t('mac'), says: t('macSays') },
    { name: t('linux'), says: t('linuxSays') },
  ]
  return (
    <Modal
      title={made ? t('made') : t('connect')}
      open={shown !== undefined}
      onCancel={onClose}
      footer={null}
      width={600}
      // a click beside it must not lose what is never shown again
      mask={{ closable: !made }}
      destroyOnHidden
    >
      <div className="dav-shown">
        {made && <Alert type="warning" showIcon title={t('once')} />}
        <dl className="dav-facts">
          {rows.map(({ label, text }) => (
            <div key={label}>
              <dt className="second">{label}</dt>
              <dd>
                <code>{text}</code>
                <CopyButton text={text} of={label} />
              </dd>
            </div>
          ))}
        </dl>
        {ways.map(({ name, says }) => (
          <section key={name} className="dav-way">
            <h3>{name}</h3>
            <p className="second">{says}</p>
          </section>
        ))}
      </div>
    </Modal>
  )
}
