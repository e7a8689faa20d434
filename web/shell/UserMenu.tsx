import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { type Role, roleLabels, rolePriority, rolesOf } from '#contract/grants.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { useSignOut } from './sign-out.ts'
import { texts } from './texts.ts'

const LAST = 99
const byPriority = (one: Role, other: Role) => (rolePriority[one] ?? LAST) - (rolePriority[other] ?? LAST)

/** A person's roles in words, the one that speaks for him first. */
export function useRoleNames(roleName: string) {
  const say = useSay()
  return [
    ...new Set(
      rolesOf(roleName)
        .toSorted(byPriority)
        .map((role) => say(roleLabels[role])),
    ),
  ].join('、')
}

/** Who is signed in, with the way to oneself and out. */
export function UserMenu() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { realName, account, firmName, roleName } = useSession()
  const roles = useRoleNames(roleName)
  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: (
        <div className="user-card">
          <strong>{realName}</strong>
          <span>{[firmName, roles].filter(Boolean).join(' · ')}</span>
        </div>
      ),
    },
    { key: 'me', label: t('personalCentre') },
    { key: 'out', label: t('signOut') },
  ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => (key === 'out' ? void signOut() : void navigate('/info/index')) }}
    >
      <Button type="text" aria-label={`${t('userMenu')} ${realName || account}`}>
        <span className="avatar" data-letter={Array.from(realName || account)[0]} />
        <span className="wide-only">{realName || account}</span>
      </Button>
    </Dropdown>
  )
}
