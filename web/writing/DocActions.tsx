import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { writing, type WritingOpened } from '#contract/writing.ts'
import { download, queries, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import type { OwnEditor } from './editor.ts'
import { texts as editorTexts } from './editor-texts.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { texts } from './texts.ts'
import { VersionDrawer } from './VersionDrawer.tsx'
import { pageOfKind } from './writing-place.ts'

type DocActionsProps = {
  opened: WritingOpened
  owned: OwnEditor
  readOnly: boolean
  flush: () => Promise<void>
  reload: () => Promise<unknown>
  onPage: () => void
  onFields: () => void
  onPrint: () => void
}

/** What can be done with the whole document. */
export function DocActions({ opened, owned, readOnly, flush, reload, onPage, onFields, onPrint }: DocActionsProps) {
  const t = useTexts(texts)
  const word = useTexts(editorTexts)
  const navigate = useNavigate()
  const prompt = usePrompt()
  const [shown, show] = useState<'versions' | 'share'>()
  const update = useCommand(writing.update)
  const copy = useCommand(writing.copy)
  const { id, title, kind } = opened
  const refreshed = async () => {
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['writing'] })])
  }
  const toWord = async () => {
    await flush()
    await download(writing.docx, { id }, `${title}.docx`).catch((fault: unknown) => complain(fault))
  }
  const rename = async () => {
    const check = (typed: string) => (typed.length > 0 && typed.length <= 150) || t('titleWrong')
    const typed = await prompt({ title: t('rename'), label: t('title'), initial: title, check })
    if (typed !== undefined) update.mutate({ id, title: typed }, { onSuccess: () => void refreshed() })
  }
  const copied = async (form?: 'template') => {
    await flush()
    const made = await copy.mutateAsync({ id, ...(form && { form }) })
    say(t(form ? 'templateMade' : 'copied'))
    void navigate(`${pageOfKind[kind]}?v.doc=${made.id}`)
  }
  const items = [
    ...(readOnly
      ? []
      : [
          { key: 'page', label: word('pageSetup') },
          { key: 'fields', label: t('fillFields') },
        ]),
    ...(opened.manages ? [{ key: 'rename', label: t('rename') }] : []),
    { key: 'copy', label: t('copy') },
    { key: 'template', label: t('asTemplate') },
  ]
  const press = ({ key }: { key: string }) => {
    if (key === 'page') onPage()
    else if (key === 'fields') onFields()
    else if (key === 'rename') void rename()
    else void copied(key === 'template' ? 'template' : undefined).catch(() => undefined)
  }
  return (
    <Space wrap>
      <Button onClick={() => void navigate(pageOfKind[kind])}>{t('backToList')}</Button>
      <Button onClick={() => show('versions')}>{t('versions')}</Button>
      {opened.manages && <Button onClick={() => show('share')}>{t('shareDoc')}</Button>}
      <Button onClick={onPrint}>{t('print')}</Button>
      <Dropdown trigger={['click']} menu={{ items, onClick: press }}>
        <Button>{t('more')}</Button>
      </Dropdown>
      <Button type="primary" onClick={() => void toWord()}>
        {t('wordFile')}
      </Button>
      {shown === 'versions' && (
        <VersionDrawer
          docId={id}
          title={title}
          schema={owned.editor.schema}
          editable={!readOnly}
          before={flush}
          onClose={() => show(undefined)}
          onRestored={refreshed}
        />
      )}
      {shown === 'share' && <ShareDialog of={opened} onClose={() => show(undefined)} onShared={refreshed} />}
    </Space>
  )
}
