import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { clientKey, type ClientKeys as Keys } from '#contract/client-key.ts'
import { enterprise } from '#contract/enterprise.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

/** When the firm parts with a client: what its tokens stood for is destroyed, asked for twice. */
export function ClientKeys() {
  const t = useTexts(texts)
  const [typed, type] = useState('')
  const [enterpriseId, choose] = useState('')
  const clients = useQuery(pageQuery(enterprise.list, { size: '50', ...(typed && { enterpriseName: typed }) }))
  const keys = useQuery({ ...query(clientKey.look, { enterpriseId }), enabled: enterpriseId !== '' })
  return (
    <div className="masking">
      <div className="masking-force">
        <p className="second">{t('clientHint')}</p>
      </div>
      <div className="masking-bar">
        <label htmlFor="mask-client">{t('client')}</label>
        <Select
          id="mask-client"
          className="masking-choice masking-client"
          placeholder={t('clientPick')}
          value={enterpriseId || null}
          showSearch={{ filterOption: false, onSearch: type }}
          loading={clients.isFetching}
          options={(clients.data?.records ?? []).map(({ id, enterpriseName }) => ({
            value: id,
            label: enterpriseName,
          }))}
          onChange={choose}
        />
      </div>
      {enterpriseId !== '' && (
        <StateView of={keys}>{(of) => <Destroying of={of} enterpriseId={enterpriseId} />}</StateView>
      )}
    </div>
  )
}

function Destroying({ of, enterpriseId }: { of: Keys; enterpriseId: string }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const prompt = usePrompt()
  const destroy = useCommand(clientKey.destroy)
  const { enterpriseName, keys, tokens } = of
  const ask = async () => {
    if (!(await confirm({ says: t('clientSure', { name: enterpriseName, keys, tokens }), ok: t('clientGoOn') }))) return
    const name = await prompt({
      title: t('clientType', { name: enterpriseName }),
      label: t('client'),
      check: (given) => given === enterpriseName || t('clientOther'),
      ok: t('clientDestroy'),
    })
    if (name === undefined) return
    destroy.mutate({ enterpriseId, name, tokens }, { onSuccess: () => say(t('clientDestroyed', { keys, tokens })) })
  }
  return (
    <section className="masking-keys" aria-label={enterpriseName}>
      <Facts
        of={{ [t('client')]: enterpriseName, [t('clientKeys')]: String(keys), [t('fileTokens')]: String(tokens) }}
      />
      <Button danger disabled={keys === 0} loading={destroy.isPending} onClick={() => void ask()}>
        {t('clientDestroy')}
      </Button>
      {keys === 0 && <p className="third">{t('clientNothing')}</p>}
    </section>
  )
}
