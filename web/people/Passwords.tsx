import { Button, Modal } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { texts } from './texts.ts'

export type ShownPassword = { account: string; realName: string; password: string }

/** Passwords made just now, shown this once. */
export function Passwords({ of, onClose }: { of: readonly ShownPassword[]; onClose: () => void }) {
  const t = useTexts(texts)
  const copy = async () => {
    const text = of.map(({ account, password }) => `${account}\t${password}`).join('\n')
    // an office's plain http address has no clipboard
    await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => say(t('copied')),
      () => say(t('copyFailed')),
    )
  }
  return (
    <Modal
      open={of.length > 0}
      title={t('passwordsTitle')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      destroyOnHidden
      footer={
        <div className="dialog-buttons">
          <Button onClick={() => void copy()}>{t('copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('gotIt')}
          </Button>
        </div>
      }
    >
      <p className="second people-hint">{t('passwordsHint')}</p>
      <DataTable<ShownPassword>
        name={t('passwordsTitle')}
        rows={[...of]}
        rowKey={(row) => row.account}
        columns={[
          {
            key: 'account',
            title: t('account'),
            width: 150,
            render: (row) => (
              <>
                {row.realName} <span className="second">{row.account}</span>
              </>
            ),
          },
          {
            key: 'password',
            title: t('password'),
            width: 160,
            render: (row) => <code className="number">{row.password}</code>,
          },
        ]}
      />
    </Modal>
  )
}
