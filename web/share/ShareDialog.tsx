import { Button, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { share, type ShareMode } from '#contract/share.ts'
import { copyText } from '#web/chat/copy-text.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { type Terms, TermsFields } from './TermsFields.tsx'
import { texts } from './texts.ts'
import './share.css'

/** What is shared: nodes of the disk as its list shows them. */
export type SharedNode = { id: string; name: string; kind: 'file' | 'folder' }
type ShareDialogProps = {
  nodes: readonly SharedNode[]
  onClose: () => void
}
type Values = Terms & { mode: ShareMode }
type Made = { title: string; link: string; password: string }

/** Makes a link to nodes of the disk, and shows it to be copied. */
export function ShareDialog({ nodes, onClose }: ShareDialogProps) {
  const t = useTexts(texts)
  const save = useCommand(share.save, { quiet: true })
  const [made, setMade] = useState<Made>()
  const [first] = nodes
  const name = nodes.length === 1 && first ? first.name : t('things', { count: nodes.length })
  const oneFolder = nodes.length === 1 && first?.kind === 'folder'
  const modes: ShareMode[] = oneFolder ? ['download', 'view', 'collect'] : ['download', 'view']
  const submit = async ({ mode, ...terms }: Values) => {
    const { path } = await save.mutateAsync({ nodeIds: nodes.map(({ id }) => id), mode, ...terms })
    setMade({ title: terms.title, link: location.origin + path, password: terms.password })
    return false
  }
  if (made) return <MadeLink made={made} onClose={onClose} />
  const initial: Values = {
    mode: 'download',
    title: first?.name ?? '',
    note: '',
    password: '',
    expireDay: null,
    maxCount: null,
    watermark: false,
    notify: true,
    maxFileMb: null,
    kinds: [],
    askName: true,
  }
  return (
    <FormDialog<Values>
      open
      title={t('shareOf', { name })}
      initial={initial}
      submit={t('make')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values> name="mode" label={t('mode')}>
        <Radio.Group optionType="button" options={modes.map((value) => ({ value, label: t(`mode_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, now) => before.mode !== now.mode}>
        {({ getFieldValue }) => {
          const mode = modes.find((one) => one === getFieldValue('mode')) ?? 'download'
          return (
            <>
              <p className="third share-hint">{t(`modeHint_${mode}`)}</p>
              <TermsFields mode={mode} />
            </>
          )
        }}
      </Form.Item>
    </FormDialog>
  )
}

function MadeLink({ made, onClose }: { made: Made; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const { title, link, password } = made
  const copy = async (text: string) => {
    if (await copyText(text)) say(t('copied'))
    else say(t('notCopied'))
  }
  return (
    <Modal open title={t('made')} onCancel={onClose} footer={<Button onClick={onClose}>{t('done')}</Button>}>
      <p className="second">{t('madeHint')}</p>
      <div className="share-made">
        <Input readOnly value={link} aria-label={t('link')} onFocus={({ target }) => target.select()} />
        <Button type="primary" onClick={() => void copy(link)}>
          {t('copy')}
        </Button>
      </div>
      {password && (
        <div className="share-made">
          <Input readOnly value={password} aria-label={t('password')} onFocus={({ target }) => target.select()} />
          <Button onClick={() => void copy(t('bothText', { title, link, password }))}>{t('copyBoth')}</Button>
        </div>
      )}
    </Modal>
  )
}
