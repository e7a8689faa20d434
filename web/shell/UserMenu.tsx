import { HomeOutlined, LogoutOutlined, RocketOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Role, roleLabels, rolePriority, rolesOf } from '#contract/grants.ts'
import { listMark, useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Avatar } from '../bar/Avatar.tsx'
import { useBarDialog } from '../bar/bar-dialog.ts'
import { texts as barTexts } from '../bar/texts.ts'
import { takesFocus, useMenuFocus } from '../bar/use-menu-focus.ts'
import { useFederatedSignOut } from '../session/federated.ts'
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
  ].join(listMark())
}

/** Specification, section 6: who holds both may buy the full edition. */
const mayUpgrade = (roleName: string) => {
  const held = rolesOf(roleName)
  return held.includes('personal') && held.includes('normal')
}

/** Who is signed in, on a card that opens under the pointer, with the way home, to oneself, to the settings and out. */
export function UserMenu() {
  const t = useTexts(texts)
  const bar = useTexts(barTexts)
  const navigate = useNavigate()
  const signOut = useSignOut('/login')
  const federated = useFederatedSignOut()
  const showDialog = useBarDialog((state) => state.show)
  const { realName, account, firmName, tenantName, roleName } = useSession()
  const roles = useRoleNames(roleName)
  const name = realName || account
  // under the pointer it opens without taking the focus from where somebody types
  const [open, setOpen] = useState<'' | 'hover' | 'press'>('')
  const { button, putButton, giveBack } = useMenuFocus()
  const close = () => {
    giveBack()
    setOpen('')
  }
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className="user-card">
          <Avatar size={40} />
          <div>
            <strong>{name}</strong>
            <span>{firmName || tenantName}</span>
            <span>{roles}</span>
          </div>
        </div>
      ),
    },
    { type: 'divider' },
    { key: 'home', icon: <HomeOutlined aria-hidden />, label: bar('dashboard') },
    { key: 'me', icon: <UserOutlined aria-hidden />, label: t('personalCentre') },
    { key: 'settings', icon: <SettingOutlined aria-hidden />, label: bar('settings') },
    ...(mayUpgrade(roleName) ? [{ key: 'upgrade', icon: <RocketOutlined aria-hidden />, label: bar('upgrade') }] : []),
    { type: 'divider' },
    { key: 'out', icon: <LogoutOutlined aria-hidden />, label: t('signOut') },
    ...(federated ? [{ key: 'federated', icon: <LogoutOutlined aria-hidden />, label: federated.label }] : []),
  ]
  const run: Partial<Record<string, () => unknown>> = {
    home: () => navigate('/'),
    me: () => navigate('/info/index'),
    settings: () => showDialog('settings', button),
    upgrade: () => location.assign('/portal/buy'),
    out: signOut,
    ...(federated && { federated: federated.run }),
  }
  return (
    <Dropdown
      trigger={['hover']}
      placement="bottomRight"
      {...(open === 'press' && takesFocus)}
      open={open !== ''}
      onOpenChange={(is) => (is ? setOpen('hover') : close())}
      menu={{
        items,
        className: 'bar-menu',
        onClick: ({ key }) => {
          close()
          void run[key]?.()
        },
      }}
    >
      <Button
        ref={putButton}
        type="text"
        aria-label={`${t('userMenu')} ${name}`}
        aria-haspopup="menu"
        aria-expanded={open !== ''}
        onClick={() => setOpen('press')}
      >
        <Avatar size={24} />
        <span className="wide-only">{name}</span>
      </Button>
    </Dropdown>
  )
}
