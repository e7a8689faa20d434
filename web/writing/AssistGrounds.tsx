import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { knowledge } from '#contract/knowledge.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { texts } from './assist-texts.ts'

/** What the model may go by. */
export type Grounds = { knowledge: boolean; baseIds: string[]; figures: boolean }
export const noGrounds: Grounds = { knowledge: true, baseIds: [], figures: true }
type GroundsProps = { projectId: string; value: Grounds; onChange: (grounds: Grounds) => void }

/** Whether the knowledge bases are searched, and which; only for who may read them. */
export function AssistGrounds({ projectId, value, onChange }: GroundsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const bases = useQuery({
    ...query(knowledge.bases, projectId === '' ? {} : { projectId }),
    enabled: may('docFile.view'),
  })
  if (!bases.data || bases.data.length === 0) return null
  return (
    <>
      <Checkbox checked={value.knowledge} onChange={({ target }) => onChange({ ...value, knowledge: target.checked })}>
        {t('knowledge')}
      </Checkbox>
      {value.knowledge && (
        <Select
          mode="multiple"
          allowClear
          size="small"
          aria-label={t('bases')}
          placeholder={t('bases')}
          showSearch={{ optionFilterProp: 'label' }}
          value={value.baseIds}
          onChange={(baseIds: string[]) => onChange({ ...value, baseIds })}
          options={bases.data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  )
}
