import { useQuery } from '@tanstack/react-query'
import type { Schema } from '@tiptap/pm/model'
import { Button, Drawer, Modal, Space } from 'antd'
import { useState } from 'react'
import { writing, type WritingChange, type WritingVersion } from '#contract/writing.ts'
import { download, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { DocView } from './DocView.tsx'
import { textDiff } from './text-diff.ts'
import { texts } from './texts.ts'

type DrawerProps = {
  docId: string
  title: string
  schema: Schema
  editable: boolean
  /** What was written reaches the server first. */
  before: () => Promise<void>
  onClose: () => void
  onRestored: () => Promise<void>
}

/** The kept versions of a document: keep one under a name, look at it, compare, go back, export. */
export function VersionDrawer({ docId, title, schema, editable, before, onClose, onRestored }: DrawerProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const prompt = usePrompt()
  const confirm = useConfirmDanger()
  const versions = useQuery({ ...query(writing.versions, { id: docId }), staleTime: 0 })
  const [compared, setCompared] = useState(0)
  const [looked, look] = useState<WritingVersion>()
  const keep = useCommand(writing.keep)
  const restore = useCommand(writing.restoreVersion)
  const named = ({ name }: WritingVersion) => name || t('automatic')
  const keepNow = async () => {
    const check = (typed: string) => (typed.length > 0 && typed.length <= 100) || t('versionNameWrong')
    const name = await prompt({ title: t('keep'), label: t('versionName'), check })
    if (name === undefined) return
    await before()
    keep.mutate({ id: docId, name })
  }
  const goBack = async (version: WritingVersion) => {
    if (!(await confirm({ says: t('restoreAsk', { name: named(version) }), ok: t('restoreVersion') }))) return
    await before()
    await restore.mutateAsync({ id: docId, no: version.no })
    say(t('restored'))
    await onRestored()
  }
  const compare = async (version: WritingVersion) => {
    await before()
    setCompared(version.no)
  }
  const fetched = ({ no }: WritingVersion) =>
    void download(writing.docx, { id: docId, no }, `${title}.docx`).catch((fault: unknown) => complain(fault))
  return (
    <Drawer
      open
      title={t('versions')}
      size={600}
      onClose={onClose}
      extra={
        editable && (
          <Button type="primary" loading={keep.isPending} onClick={() => void keepNow()}>
            {t('keep')}
          </Button>
        )
      }
    >
      <StateView of={versions} empty={{ when: (list) => list.length === 0, says: t('noVersions') }}>
        {(list) => (
          <ul className="wr-list">
            {list.map((version) => (
              <li key={version.no}>
                <strong>{named(version)}</strong>
                <span className="second">
                  {t('versionOf', { name: version.createUserName, time: version.createTime, size: version.size })}
                </span>
                <Space size={4} wrap>
                  <Button type="link" size="small" onClick={() => look(version)}>
                    {t('look')}
                  </Button>
                  <Button type="link" size="small" onClick={() => void compare(version)}>
                    {t('compareNow')}
                  </Button>
                  <Button type="link" size="small" onClick={() => fetched(version)}>
                    {t('wordFile')}
                  </Button>
                  {editable && (
                    <Button type="link" size="small" onClick={() => void goBack(version)}>
                      {t('restoreVersion')}
                    </Button>
                  )}
                </Space>
                {compared === version.no && <Differences docId={docId} no={version.no} />}
              </li>
            ))}
          </ul>
        )}
      </StateView>
      {looked && (
        <Modal open title={named(looked)} width={860} footer={null} onCancel={() => look(undefined)}>
          <Looked docId={docId} no={looked.no} schema={schema} />
        </Modal>
      )}
    </Drawer>
  )
}

function Looked({ docId, no, schema }: { docId: string; no: number; schema: Schema }) {
  const version = useQuery(query(writing.version, { id: docId, no }))
  return (
    <StateView of={version}>
      {({ body }) => (
        <div className="wr-looked">
          <DocView schema={schema} doc={body.doc} />
        </div>
      )}
    </StateView>
  )
}

const nothing = ({ changes }: { changes: readonly WritingChange[] }) => changes.every(({ kind }) => kind === 'same')

function Differences({ docId, no }: { docId: string; no: number }) {
  const t = useTexts(texts)
  const found = useQuery({ ...query(writing.compare, { id: docId, before: no, after: 0 }), staleTime: 0 })
  return (
    <StateView of={found} empty={{ when: nothing, says: t('noDifferences') }}>
      {({ changes }) => (
        <ul className="wr-differences">
          {changes
            .map((change, at) => ({ change, at }))
            .map(({ change, at }) => (
              <li key={at} data-kind={change.kind}>
                {change.kind === 'same' ? (
                  <span className="third">{t('sameParagraphs', { count: change.paragraphs })}</span>
                ) : (
                  <Changed of={change} />
                )}
              </li>
            ))}
        </ul>
      )}
    </StateView>
  )
}

/** A paragraph before and after in one line. */
function Changed({ of: { before, after } }: { of: WritingChange }) {
  return textDiff(before, after).map(({ kind, text }, at) => {
    const key = `${at} ${kind}`
    if (kind === 'removed')
      return (
        <del key={key} className="wr-deletion">
          {text}
        </del>
      )
    if (kind === 'added')
      return (
        <ins key={key} className="wr-insertion">
          {text}
        </ins>
      )
    return <span key={key}>{text}</span>
  })
}
