import { useQuery } from '@tanstack/react-query'
import { clientStates } from '#contract/enterprise.ts'
import { clientProfile } from '#contract/client-profile.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import type { SearchField } from '#web/kit/ListSearch.tsx'
import type { ListView } from '#web/kit/list-view.ts'
import { useClientDicts } from './client-words.ts'
import type { Edition } from './may-client.ts'
import { texts } from './texts.ts'

/** The search line of clients; a filter that only a link sets joins it while it is set, so that nothing narrows unseen. */
export function useClientSearch({ edition, view }: { edition: Edition; view: ListView }): SearchField[] {
  const t = useTexts(texts)
  const dicts = useClientDicts()
  const userId = useSession((state) => state.userId)
  const owners = useQuery({ ...query(clientProfile.owners, {}), enabled: edition === 'firm' })
  const states = clientStates.map((value) => ({ value, label: t(value) }))
  const leads = (owners.data ?? []).map((one) => ({ value: one.userId, label: `${one.realName}（${one.clients}）` }))
  const named = new Map((owners.data ?? []).map(({ deptId, deptName }) => [deptId, deptName]))
  const depts = [...named].map(([value, label]) => ({ value, label }))
  const cycles = (['month', 'quarter'] as const).map((value) => ({ value, label: t(value) }))
  const usual: SearchField[] = [
    { filter: 'enterpriseName', label: t('enterpriseName'), width: 200 },
    { filter: 'creditCode', label: t('creditCodeShort'), width: 170 },
    { filter: 'status_equal', label: t('status'), options: states, width: 110 },
    {
      filter: 'industrySection_equal',
      label: t('industrySection'),
      options: dicts.industrySection.options,
      width: 150,
    },
    { filter: 'taxType', label: t('taxType'), options: dicts.taxType.options, width: 130 },
  ]
  const people: SearchField[] = [
    { filter: 'owner_equal', label: t('owner'), options: leads, width: 130 },
    { filter: 'memberId', label: t('members'), options: [{ value: userId, label: t('mineOnly') }], width: 110 },
  ]
  const linked: SearchField[] = [
    { filter: 'status_notequal', label: t('statusNot'), options: states },
    { filter: 'taxpayerType_equal', label: t('taxpayerType'), options: dicts.taxpayerType.options },
    { filter: 'category_equal', label: t('category'), options: dicts.category.options },
    { filter: 'riskLevel_equal', label: t('riskLevel'), options: dicts.riskLevel.options },
    { filter: 'taxCreditGrade_equal', label: t('taxCreditGrade'), options: dicts.taxCreditGrade.options },
    { filter: 'ownerDept_equal', label: t('ownerDept'), options: depts },
    { filter: 'tag', label: t('tags') },
    { filter: 'taxCycle', label: t('cycle'), options: cycles },
    {
      filter: 'accountingStandard_equal',
      label: t('accountingStandard'),
      options: (['cas', 'small'] as const).map((value) => ({ value, label: t(value) })),
    },
    // before the first section of the standard: not recorded
    { filter: 'industrySection_lt', label: t('industrySection'), options: [{ value: 'A', label: t('notRecorded') }] },
    { filter: 'leftTime_datege', label: t('leftFrom'), date: true },
    { filter: 'leftTime_datele', label: t('leftUntil'), date: true },
    { filter: 'createTime_datege', label: t('addedFrom'), date: true },
    { filter: 'createTime_datele', label: t('addedUntil'), date: true },
  ]
  return [
    ...usual,
    ...(edition === 'firm' ? people : people.filter(({ filter }) => view.filters[filter])),
    ...linked.filter(({ filter }) => view.filters[filter]),
  ]
}
