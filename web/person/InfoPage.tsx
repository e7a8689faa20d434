import { useQuery } from '@tanstack/react-query'
import { auth } from '#contract/auth.ts'
import type { Text } from '#contract/texts.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { useRoleNames } from '../shell/UserMenu.tsx'

const texts = {
  title: { zh: '个人信息', en: 'Personal information' },
  name: { zh: '姓名', en: 'Name' },
  account: { zh: '账号', en: 'Account' },
  roles: { zh: '角色', en: 'Roles' },
  firm: { zh: '事务所', en: 'Firm' },
  tenant: { zh: '租户', en: 'Tenant' },
} as const satisfies Record<string, Text>

/** /info/index: who I am, as the server sees me. */
export function InfoPage() {
  const t = useTexts(texts)
  const who = useQuery(query(auth.userInfo, {}))
  const { firmName, tenantName } = useSession()
  const roles = useRoleNames(who.data?.roles.join(',') ?? '')
  return (
    <Page title={t('title')}>
      <StateView of={who}>
        {({ realName, account, tenantId }) => (
          <dl className="facts">
            {(
              [
                ['name', realName],
                ['account', account],
                ['roles', roles],
                ['firm', firmName],
                ['tenant', [tenantName, tenantId].filter(Boolean).join(' · ')],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value || '—'}</dd>
              </div>
            ))}
          </dl>
        )}
      </StateView>
    </Page>
  )
}
