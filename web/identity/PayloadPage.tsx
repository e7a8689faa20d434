import { useQuery } from '@tanstack/react-query'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import { payloadCrypto } from '#contract/identity.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

/** /platform/payloadCrypto: what older clients encrypt with. */
export function PayloadPage() {
  const t = useTexts(texts)
  const keys = useQuery(query(payloadCrypto.keys, {}))
  const [shown, setShown] = useState(false)
  const state = keys.data && (
    <StatusTag tone={keys.data.on ? 'good' : 'plain'}>{t(keys.data.on ? 'payloadOn' : 'payloadOff')}</StatusTag>
  )
  return (
    <Page title={t('payload')} state={state}>
      <StateView of={keys}>
        {({ aesKey }) => (
          <>
            <p className="second" style={{ maxWidth: 640, marginBlockEnd: 16 }}>
              {t('payloadText')}
            </p>
            <dl className="facts">
              <div>
                <dt>{t('aesKey')}</dt>
                <dd>
                  <Typography.Text code copyable={{ text: aesKey }}>
                    {shown ? aesKey : '•'.repeat(32)}
                  </Typography.Text>
                  <Button type="link" size="small" onClick={() => setShown(!shown)}>
                    {t(shown ? 'hide' : 'show')}
                  </Button>
                </dd>
              </div>
            </dl>
          </>
        )}
      </StateView>
    </Page>
  )
}
