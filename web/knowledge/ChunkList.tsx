import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Pagination, Switch } from 'antd'
import { useState } from 'react'
import { type KnowledgeChunk, knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useAnchorText } from './anchor-text.ts'
import { texts } from './texts.ts'

const SIZE = 20
type ListProps = { versionId: string; edits: boolean }

/** Chunks of a version in their order: each with its place; edited, brought back, switched off and on. */
export function ChunkList({ versionId, edits }: ListProps) {
  const t = useTexts(texts)
  const [current, setCurrent] = useState(1)
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<KnowledgeChunk>()
  const chunks = useQuery(
    pageQuery(knowledgeChunk.chunks, {
      versionId,
      current: String(current),
      size: String(SIZE),
      ...(text && { text }),
    }),
  )
  return (
    <>
      <SearchField
        allowClear
        aria-label={t('findChunk')}
        placeholder={t('findChunk')}
        onSearch={(typed) => {
          setText(typed.trim())
          setCurrent(1)
        }}
      />
      <StateView of={chunks} empty={{ when: ({ total }) => total === 0, says: t('noChunks') }}>
        {({ records, total }) => (
          <>
            <ol className="kb-chunks">
              {records.map((chunk) => (
                <ChunkRow key={chunk.id} of={chunk} edits={edits} onEdit={() => setEditing(chunk)} />
              ))}
            </ol>
            {total > SIZE && (
              <Pagination
                size="small"
                current={current}
                pageSize={SIZE}
                total={total}
                showSizeChanger={false}
                onChange={setCurrent}
              />
            )}
          </>
        )}
      </StateView>
      <ChunkForm key={editing?.id} of={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

type RowProps = { of: KnowledgeChunk; edits: boolean; onEdit: () => void }

function ChunkRow({ of: chunk, edits, onEdit }: RowProps) {
  const t = useTexts(texts)
  const anchorText = useAnchorText()
  const save = useCommand(knowledgeChunk.saveChunk)
  // its heading stands in the path already
  const { anchor } = chunk
  const place = anchorText(anchor.kind === 'place' ? { ...anchor, heading: '' } : anchor)
  const called = `${chunk.ord} ${place}`
  return (
    <li data-off={!chunk.enabled || undefined}>
      <div className="kb-found-head">
        <span className="third">{`${chunk.ord} · ${[...chunk.context.slice(1), place].join(' › ')}`}</span>
        {chunk.edited && <StatusTag tone="waiting">{t('edited')}</StatusTag>}
        {!chunk.enabled && <StatusTag tone="plain">{t('disabled')}</StatusTag>}
      </div>
      <p className="kb-text">{chunk.text}</p>
      {chunk.edited && (
        <details>
          <summary className="third">{t('original')}</summary>
          <p className="kb-text">{chunk.original}</p>
        </details>
      )}
      {edits && (
        <div className="kb-chunk-acts">
          <Switch
            size="small"
            aria-label={`${t('enabled')} ${called}`}
            checked={chunk.enabled}
            loading={save.isPending}
            onChange={(enabled) => save.mutate({ id: chunk.id, rev: chunk.rev, enabled })}
          />
          <Button type="link" size="small" aria-label={`${t('edit')} ${called}`} onClick={onEdit}>
            {t('edit')}
          </Button>
          {chunk.edited && (
            <Button
              type="link"
              size="small"
              aria-label={`${t('restoreChunk')} ${called}`}
              onClick={() =>
                save.mutate({ id: chunk.id, rev: chunk.rev, text: null }, { onSuccess: () => say(t('restored')) })
              }
            >
              {t('restoreChunk')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function ChunkForm({ of, onClose }: { of: KnowledgeChunk | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(knowledgeChunk.saveChunk, { quiet: true })
  const submit = async ({ text }: { text: string }) => {
    if (!of) return
    await save.mutateAsync({ id: of.id, rev: of.rev, text })
    say(t('saved'))
  }
  return (
    <FormDialog<{ text: string }>
      open={of !== undefined}
      title={t('editChunk')}
      width={720}
      initial={{ text: of?.text ?? '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second">{t('editChunkHint')}</p>
      <Form.Item
        name="text"
        label={t('tabChunks')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input.TextArea rows={10} maxLength={4000} />
      </Form.Item>
    </FormDialog>
  )
}
