import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { datasource } from '#contract/datasource.ts'
import { job } from '#contract/system.ts'
import { type Tenant, tenant } from '#contract/tenant.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = { datasourceId: string }

/** Moves a tenant to another server; the job tells how far it is. */
export function MoveDialog({ of, onClose }: { of: Tenant; onClose: () => void }) {
  const t = useTexts(texts)
  const move = useCommand(tenant.datasource, { quiet: true, also: [job.list] })
  const { data, isPending } = useQuery(query(datasource.select, {}))
  const options = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const submit = async ({ datasourceId }: Values) => {
    await move.mutateAsync({ tenantId: of.tenantId, datasourceId })
    say(t('moving'))
  }
  return (
    <FormDialog<Values>
      open
      title={`${t('datasource')} · ${of.tenantName}`}
      width={440}
      initial={{ datasourceId: of.datasourceId }}
      submit={t('move')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="datasourceId" label={t('datasource')} extra={t('moveHint')}>
        <Select loading={isPending} options={[{ value: '', label: t('mainServer') }, ...options]} />
      </Form.Item>
    </FormDialog>
  )
}
