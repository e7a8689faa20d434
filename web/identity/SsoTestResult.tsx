import { Button, Modal } from 'antd'
import type { z } from 'zod'
import type { ssoProvider } from '#contract/identity-provider.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const words = {
  linked: 'linkedResult',
  byEmail: 'byEmailResult',
  byPhone: 'byPhoneResult',
  newAccount: 'newAccountResult',
  refused: 'refusedResult',
} as const
type SsoTestResultProps = { seen: z.output<typeof ssoProvider.testFinish.output> | undefined; onClose: () => void }

/** What a provider said at a test sign-in, and what would come of it. */
export function SsoTestResult({ seen, onClose }: SsoTestResultProps) {
  const t = useTexts(texts)
  return (
    <Modal
      title={t('testTitle')}
      open={seen !== undefined}
      onCancel={onClose}
      width={640}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {seen && (
        <>
          <p>{t(words[seen.result], { account: seen.account, why: seen.why })}</p>
          <h3 style={{ marginBlock: '16px 8px' }}>{t('testSays')}</h3>
          <dl className="facts">
            {seen.claims.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Modal>
  )
}
