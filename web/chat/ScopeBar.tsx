import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { knowledge } from '#contract/knowledge.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { ProjectPick } from './ProjectPick.tsx'
import { texts } from './texts.ts'
import type { ChatSettings } from './use-conversation.ts'

type ScopeBarProps = {
  of: ChatSettings
  /** The name of the project, where the list may not hold it. */
  projectName: string
  /** The project is given by where the conversation stands. */
  bound: boolean
  onChange: (patch: Partial<ChatSettings>) => void
}

/** What a question is asked of: a project, knowledge bases, by which chain, and whether data may be looked up. */
export function ScopeBar({ of, projectName, bound, onChange }: ScopeBarProps) {
  const t = useTexts(texts)
  const may = useMay()
  const bases = useQuery(query(knowledge.bases, {}))
  const chains = useQuery({ ...query(thinkChain.list, { enabled: '1' }), enabled: may('thinkChain.use') })
  return (
    <>
      {!bound && may('project.view') && (
        <ProjectPick
          size="small"
          label={t('project')}
          value={of.projectId}
          shown={projectName}
          onChange={(projectId) => onChange({ projectId })}
        />
      )}
      <Select
        size="small"
        mode="multiple"
        maxTagCount={1}
        allowClear
        aria-label={t('bases')}
        placeholder={t('allBases')}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        value={of.baseIds}
        loading={bases.isFetching}
        onChange={(baseIds) => onChange({ baseIds })}
        options={(bases.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      {(chains.data?.length ?? 0) > 0 && (
        <Select
          size="small"
          aria-label={t('chain')}
          popupMatchSelectWidth={false}
          value={of.chainId}
          onChange={(chainId) => onChange({ chainId })}
          options={[
            { value: '', label: t('noChain') },
            ...(chains.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {of.chainId === '' && (
        <label className="chat-tools">
          <Switch size="small" checked={of.useTools} onChange={(useTools) => onChange({ useTools })} />
          <span>{t('tools')}</span>
        </label>
      )}
    </>
  )
}
