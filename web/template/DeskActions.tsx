import { useIsMutating } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { paperTemplate, type TemplateDetail } from '#contract/paper-template.ts'
import { useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { SPREADSHEETS } from './NewTemplateDialog.tsx'
import { sendNewer } from './send-file.ts'
import { texts } from './texts.ts'

type DeskActionsProps = { of: TemplateDetail; onVersion: (version: string) => void }

/** Publish a draft, give it another file or give it up; begin the next version of what is published. */
export function DeskActions({ of, onVersion }: DeskActionsProps) {
  const t = useTexts(texts)
  const [publishing, setPublishing] = useState(false)
  // a cell that is still being saved belongs to what is published
  const saving = useIsMutating() > 0
  const begin = useCommand(paperTemplate.beginDraft)
  const publish = useCommand(paperTemplate.publish, { quiet: true })
  const { id, rev, version } = of
  if (of.published)
    return of.draftVersion > 0 ? (
      <Button type="primary" onClick={() => onVersion('')}>
        {t('draftNo', { version: of.draftVersion })}
      </Button>
    ) : (
      <Button
        type="primary"
        loading={begin.isPending}
        onClick={() => begin.mutate({ id, version: String(version) }, { onSuccess: () => onVersion('') })}
      >
        {t('beginDraft')}
      </Button>
    )
  return (
    <>
      {of.currentVersion > 0 && <DropDraft of={of} onVersion={onVersion} />}
      <ReplaceFile of={of} />
      <Button type="primary" disabled={saving} onClick={() => setPublishing(true)}>
        {t('publish')}
      </Button>
      <FormDialog<{ note?: string }>
        open={publishing}
        title={t('publishTitle', { version })}
        width={480}
        initial={{}}
        submit={t('publish')}
        onSubmit={async ({ note = '' }) => {
          await publish.mutateAsync({ id, rev, note })
          say(t('publishedDone', { version }))
          onVersion('')
        }}
        onClose={() => setPublishing(false)}
      >
        <Form.Item name="note" label={t('publishNote')} extra={t('publishHint')}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </FormDialog>
    </>
  )
}

function DropDraft({ of: { id, rev, version }, onVersion }: DeskActionsProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const drop = useCommand(paperTemplate.dropDraft)
  const ask = async () => {
    if (!(await confirm({ says: t('dropSure', { version }), ok: t('dropDraft') }))) return
    drop.mutate(
      { id, rev },
      {
        onSuccess: () => {
          say(t('dropped'))
          onVersion('')
        },
      },
    )
  }
  return (
    <Button loading={drop.isPending} onClick={() => void ask()}>
      {t('dropDraft')}
    </Button>
  )
}

function ReplaceFile({ of: { id, rev } }: { of: TemplateDetail }) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    try {
      const { lost } = await sendNewer(id, rev, file)
      say(lost.length > 0 ? t('lost', { cells: lost.join(listMark()) }) : t('replaced'))
    } catch (fault) {
      complain(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="template-file">
      <Button loading={busy} onClick={() => input.current?.click()}>
        {t('replaceFile')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={SPREADSHEETS}
        aria-label={t('replaceFile')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
    </span>
  )
}
