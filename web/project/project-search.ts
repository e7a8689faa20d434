import { useQuery } from '@tanstack/react-query'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { SearchField } from '#web/kit/ListSearch.tsx'
import { listTexts } from './list-texts.ts'
import { stages } from './stage.ts'
import { texts } from './texts.ts'
import { useDeptNames } from './dept-names.ts'

/** What a list of projects can be cut by; what only links ask for shows as a chip. */
export function useProjectSearch({
  ofOne = false,
  alone = false,
}: { ofOne?: boolean; alone?: boolean } = {}): SearchField[] {
  const t = useTexts(texts)
  const l = useTexts(listTexts)
  const categories = useDictionary('tax_project_category')
  const owners = useQuery(query(project.owners, {}))
  const depts = useDeptNames()
  const stageOptions = stages.map((stage) => ({ value: stage, label: t(stage) }))
  return [
    { filter: 'projectName', label: t('name'), width: 180 },
    ...(ofOne ? [] : [{ filter: 'enterpriseName', label: t('enterprise'), width: 180 }]),
    { filter: 'year_equal', label: t('year'), width: 96 },
    { filter: 'stage_equal', label: t('stage'), options: stageOptions, width: 150 },
    { filter: 'category_equal', label: t('category'), options: categories.options, width: 160 },
    {
      filter: 'owner_equal',
      label: l('owner'),
      options: (owners.data ?? []).map(({ id, realName }) => ({ value: id, label: realName })),
      width: 120,
      // who works alone owns every project
      ...(alone && { chipOnly: true as const }),
    },
    {
      filter: 'overdue_equal',
      label: l('dueState'),
      options: [
        { value: 'true', label: l('isOverdue') },
        { value: 'false', label: l('notOverdue') },
      ],
      width: 110,
    },
    { filter: 'updateTime_datege', label: l('updatedSince'), date: true, width: 150 },
    { filter: 'updateTime_datele', label: l('updatedUntil'), chipOnly: true },
    { filter: 'dueDate_ge', label: l('dueSince'), chipOnly: true },
    { filter: 'dueDate_le', label: l('dueUntil'), chipOnly: true },
    { filter: 'createTime_datege', label: t('createdSince'), chipOnly: true },
    { filter: 'createTime_datele', label: l('createdUntil'), chipOnly: true },
    { filter: 'finishTime_datege', label: l('finishedSince'), chipOnly: true },
    { filter: 'finishTime_datele', label: l('finishedUntil'), chipOnly: true },
    { filter: 'stage_notequal', label: l('stageNot'), options: stageOptions, chipOnly: true },
    { filter: 'ownerDept_equal', label: l('department'), options: depts, chipOnly: true },
  ]
}
