import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { baseLevel, baseScopes, knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { AccessForm } from './AccessForm.tsx'
import { BaseForm } from './BaseForm.tsx'
import { texts } from './texts.ts'

type SideProps = { bases: readonly KnowledgeBase[]; chosen: string; onChoose: (id: string) => void }

/** The bases by scope; making, setting and bringing back. */
export function BaseSide({ bases, chosen, onChoose }: SideProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [form, setForm] = useState<{ of?: KnowledgeBase }>()
  const [access, setAccess] = useState<KnowledgeBase>()
  return (
    <>
      {may('docFile.add') && (
        <Button block icon={<PlusOutlined />} onClick={() => setForm({})}>
          {t('newBase')}
        </Button>
      )}
      {baseScopes.map((scope) => {
        const rows = bases.filter((base) => base.scope === scope)
        return (
          rows.length > 0 && (
            <section key={scope} aria-label={t(`scope_${scope}`)}>
              <h2>{t(`scope_${scope}`)}</h2>
              <ul>
                {rows.map((base) => (
                  <li key={base.id} data-chosen={base.id === chosen || undefined}>
                    <button
                      type="button"
                      className="kb-base"
                      aria-current={base.id === chosen || undefined}
                      onClick={() => onChoose(base.id)}
                    >
                      <span className="kb-base-name">{base.name}</span>
                      <span className="third">
                        {base.projectName && `${base.projectName} · `}
                        {t('countsOf', { documents: base.documents, chunks: base.chunks })}
                      </span>
                    </button>
                    {base.level >= baseLevel.manage && may('docFile.edit') && (
                      <BaseMenu base={base} onEdit={() => setForm({ of: base })} onAccess={() => setAccess(base)} />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      {may('docFile.delete') && <DeletedBases />}
      <BaseForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} onSaved={onChoose} />
      {access && <AccessForm key={access.id} of={access} onClose={() => setAccess(undefined)} />}
    </>
  )
}

type MenuProps = { base: KnowledgeBase; onEdit: () => void; onAccess: () => void }

function BaseMenu({ base, onEdit, onAccess }: MenuProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(knowledge.removeBases)
  const destroy = async () => {
    if (await confirm({ says: t('removeBaseSure', { name: base.name }), ok: t('remove') }))
      remove.mutate({ ids: base.id }, { onSuccess: () => say(t('removed')) })
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'edit', label: t('editBase'), onClick: onEdit },
          { key: 'access', label: t('accessTitle'), onClick: onAccess },
          { key: 'remove', label: t('removeBase'), danger: true, onClick: () => void destroy() },
        ],
      }}
    >
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${t('more')} ${base.name}`} />
    </Dropdown>
  )
}

function DeletedBases() {
  const t = useTexts(texts)
  const deleted = useQuery(query(knowledge.deletedBases, {}))
  const restore = useCommand(knowledge.restoreBases)
  const rows = deleted.data ?? []
  if (rows.length === 0) return null
  return (
    <details className="kb-deleted">
      <summary>{`${t('deletedBases')} ${rows.length}`}</summary>
      <ul>
        {rows.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Button
              type="link"
              size="small"
              aria-label={`${t('restore')} ${name}`}
              onClick={() => restore.mutate({ ids: id }, { onSuccess: () => say(t('restored')) })}
            >
              {t('restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
