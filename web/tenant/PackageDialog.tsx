import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { tenantPackage } from '#contract/package.ts'
import { type Tenant, tenant } from '#contract/tenant.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = { packageId: string }

/** Gives a tenant its package, or none. */
export function PackageDialog({ of, onClose }: { of: Tenant; onClose: () => void }) {
  const t = useTexts(texts)
  const set = useCommand(tenant.packageSetting, { quiet: true })
  const { options, loading } = usePackageOptions(of.kind)
  const submit = async ({ packageId }: Values) => {
    await set.mutateAsync({ tenantId: of.tenantId, packageId })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open
      title={`${t('setPackage')} · ${of.tenantName}`}
      width={440}
      initial={{ packageId: of.packageId }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="packageId" label={t('package')} extra={t('packageHint')}>
        <Select loading={loading} options={[{ value: '', label: t('noPackage') }, ...options]} />
      </Form.Item>
    </FormDialog>
  )
}

/** The packages that tenants of a kind may have. */
export function usePackageOptions(kind: Tenant['kind']) {
  const edition = kind === 'platform' ? 'firm' : kind
  const { data, isPending } = useQuery(query(tenantPackage.select, { edition }))
  return { options: (data ?? []).map(({ id, packageName }) => ({ value: id, label: packageName })), loading: isPending }
}
