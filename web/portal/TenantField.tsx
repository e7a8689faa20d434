import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import type { useTenants } from './use-tenants.ts'

/** The tenant: chosen from a list, or typed where there is none. Named `tenant` in the form. */
export function TenantField({ tenants, tenantId, setTenantId }: ReturnType<typeof useTenants>) {
  const t = useTexts(texts)
  return (
    <label>
      <span>{t('tenant')}</span>
      {tenants?.length === 0 ? (
        <input
          name="tenant"
          value={tenantId}
          placeholder={t('tenantHint')}
          onChange={(event) => setTenantId(event.target.value)}
        />
      ) : (
        <select
          name="tenant"
          value={tenantId}
          disabled={!tenants}
          onChange={(event) => setTenantId(event.target.value)}
        >
          {tenants?.map((tenant) => (
            <option key={tenant.tenantId} value={tenant.tenantId}>
              {tenant.tenantName}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}
