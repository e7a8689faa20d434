import { user, type User } from '#contract/user.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/kernel/api.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Facts, RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { historyTab } from '#web/kit/RecordHistory.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { historyWords, texts } from './texts.ts'
import { UserStateTag } from './UserStateTag.tsx'

const fields = [
  'account', 'realName', 'name', 'code', 'phone', 'email', 'sex', 'birthday', 'remark', 'state',
] as const // prettier-ignore
/** Ids and what follows from other fields: nobody needs to read them. */
const hidden = [
  'id', 'tenantId', 'roleId', 'roleAlias', 'deptId', 'postId', 'createUser', 'createTime', 'updateTime', 'signInTime',
  'leftTime', 'version', 'avatar', 'status', 'mustChangePassword',
] // prettier-ignore

/** One person beside the list: what is known of him, and who changed what. */
export function UserDrawer({ of, onClose }: { of: User | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const language = useLanguage((state) => state.language)
  const words = Object.fromEntries([
    ...fields.map((field) => [field, t(field)]),
    ...Object.keys(historyWords).map((key) => [
      key,
      sayIn<Record<string, { zh: string; en: string }>>(historyWords, key, language),
    ]),
  ])
  const values = {
    sex: { '0': t('sex0'), '1': t('sex1'), '2': t('sex2') },
    state: { pending: t('pending'), active: t('active'), locked: t('locked'), left: t('left') },
  }
  return (
    <RecordDrawer
      open={of !== undefined}
      title={of?.realName ?? ''}
      onClose={onClose}
      tabs={
        of
          ? [
              { key: 'info', label: t('info'), content: <Details id={of.id} /> },
              ...(may('audit.view') ? [historyTab({ bizType: 'user', bizId: of.id, words, values, hidden })] : []),
            ]
          : []
      }
    />
  )
}

function Details({ id }: { id: string }) {
  const t = useTexts(texts)
  const found = useQuery(query(user.detail, { id }))
  return (
    <StateView of={found}>
      {(of) => (
        <Facts
          of={{
            [t('account')]: of.account,
            [t('state')]: <UserStateTag state={of.state} />,
            [t('department')]: of.deptName.replaceAll(',', '、'),
            [t('role')]: of.roleName.replaceAll(',', '、'),
            [t('post')]: of.postName.replaceAll(',', '、'),
            [t('code')]: of.code,
            [t('phone')]: of.phone,
            [t('email')]: of.email,
            [t('sex')]: of.sex === 1 ? t('sex1') : of.sex === 2 ? t('sex2') : '',
            [t('birthday')]: of.birthday,
            [t('signInTime')]: of.signInTime,
            [t('createTime')]: of.createTime,
            ...(of.leftTime && { [t('leftTime')]: of.leftTime }),
            ...(of.mustChangePassword && { [t('password')]: t('mustChange') }),
            [t('remark')]: of.remark,
          }}
        />
      )}
    </StateView>
  )
}
