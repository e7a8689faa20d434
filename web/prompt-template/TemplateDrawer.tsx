import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type PromptTemplate, promptTemplate } from '#contract/prompt-template.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { usePromptWords } from './prompt-words.ts'
import { texts } from './texts.ts'
import { TryOut } from './TryOut.tsx'
import { VersionList } from './VersionList.tsx'

type DrawerProps = { id: string; onClose: () => void; onEdit: (id: string) => void }

/** A template beside the list: fill it in and try it, its text, its versions. */
export function TemplateDrawer({ id, onClose, onEdit }: DrawerProps) {
  const t = useTexts(texts)
  const { nameOf } = usePromptWords()
  const template = useQuery({ ...query(promptTemplate.detail, { id }), enabled: id !== '' })
  const of = template.data
  const state = { of: template, shape: <Bones lines={8} /> }
  return (
    <RecordDrawer
      open={id !== ''}
      width={620}
      title={of ? nameOf(of) : t('title')}
      onClose={onClose}
      {...(of?.mine && {
        action: (
          <span className="prompt-actions">
            {of.drafted && <Publish of={of} />}
            <Button onClick={() => onEdit(of.id)}>{t('edit')}</Button>
          </span>
        ),
      })}
      tabs={[
        {
          key: 'try',
          label: t('tabTry'),
          content: <StateView {...state}>{(one) => <TryOut key={`${one.id} ${one.revision}`} of={one} />}</StateView>,
        },
        { key: 'body', label: t('tabBody'), content: <StateView {...state}>{(one) => <Body of={one} />}</StateView> },
        {
          key: 'versions',
          label: t('tabVersions'),
          content: <StateView {...state}>{(one) => <VersionList of={one} />}</StateView>,
        },
      ]}
    />
  )
}

function Publish({ of }: { of: PromptTemplate }) {
  const t = useTexts(texts)
  const publish = useCommand(promptTemplate.publish)
  const go = () =>
    publish.mutate(
      { id: of.id, revision: of.revision },
      { onSuccess: ({ version }) => say(t('published', { version })) },
    )
  return (
    <Button type="primary" loading={publish.isPending} onClick={go}>
      {t('publish')}
    </Button>
  )
}

function Body({ of }: { of: PromptTemplate }) {
  const t = useTexts(texts)
  const { saysOf, labelOf } = usePromptWords()
  const content = of.published ?? of.draft
  if (!content) return null
  return (
    <div className="prompt-body">
      <p className="second">{saysOf(of)}</p>
      {of.version === 0 && <StatusTag tone="waiting">{t('unpublished')}</StatusTag>}
      <pre>{content.body}</pre>
      {content.variables.length > 0 && (
        <ul>
          {content.variables.map((one) => (
            <li key={one.name}>
              <code>{`{{${one.name}}}`}</code>
              <span>{`${labelOf(one)} · ${t(`kind_${one.kind}`)}${one.required ? ` · ${t('required')}` : ''}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
