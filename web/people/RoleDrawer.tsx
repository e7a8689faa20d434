import type { Role } from '#contract/role.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { grantNames } from '#contract/grants.ts'
import { grantWords } from './grant-words.ts'
import { RoleMembers } from './RoleMembers.tsx'
import { RoleMenus } from './RoleMenus.tsx'
import { RoleScopes } from './RoleScopes.tsx'
import { historyWords, texts } from './role-texts.ts'

const hidden = ['id', 'sort', 'builtin', 'userCount', 'scopeCount', 'createTime', 'updateTime', 'version']

/** 权限设置: what a role sees, whose data it reaches, which calls it opens, and who has it. */
export function RoleDrawer({ of, onClose }: { of: Role | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const speak = useSay()
  const may = useMay()
  const words = Object.fromEntries([
    ...Object.entries(historyWords).map(([key, text]) => [key, speak(text)]),
    ...grantNames.map((grant) => {
      const { area, act } = grantWords(grant)
      return [grant, `${speak(area)} · ${speak(act)}`]
    }),
    ...(['roleName', 'roleAlias', 'remark', 'menus', 'members'] as const).map((key) => [key, t(key)]),
  ])
  const extents = (['none', 'self', 'dept', 'deptTree', 'depts', 'all'] as const).map((name) => [name, t(name)])
  const values = Object.fromEntries(grantNames.map((grant) => [grant, Object.fromEntries(extents)]))
  return (
    <RecordDrawer
      open={of !== undefined}
      title={of ? `${of.roleName}（${of.roleAlias}）` : ''}
      width={720}
      onClose={onClose}
      tabs={
        of
          ? [
              { key: 'menus', label: t('menus'), content: <RoleMenus key={of.id} of={of} /> },
              { key: 'data', label: t('data'), content: <RoleScopes key={of.id} of={of} shows="data" /> },
              { key: 'calls', label: t('calls'), content: <RoleScopes key={of.id} of={of} shows="calls" /> },
              { key: 'members', label: t('members'), content: <RoleMembers key={of.id} of={of} /> },
              ...(may('audit.view') ? [historyTab({ bizType: 'role', bizId: of.id, words, values, hidden })] : []),
            ]
          : []
      }
    />
  )
}
