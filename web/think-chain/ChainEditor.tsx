import { Alert, Button, Input, Radio, Switch } from 'antd'
import { useState } from 'react'
import { type ThinkChain, thinkChain } from '#contract/think-chain.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { ChainVersions } from './ChainVersions.tsx'
import { blankChain, type DraftChain, draftOf, draftSteps, sentOf } from './draft-chain.ts'
import { StepEditor } from './StepEditor.tsx'
import { texts } from './texts.ts'
import { TryChain } from './TryChain.tsx'

type ChainEditorProps = {
  /** Absent: a new one. */
  of: ThinkChain | undefined
  onSaved: (id: string) => void
  onGone: () => void
  /** Whether something is not saved yet. */
  onDirty: (dirty: boolean) => void
}

/** One chain: what it is called, for whom, its steps; saving makes a version. */
export function ChainEditor({ of, onSaved, onGone, onDirty }: ChainEditorProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [draft, setDraft] = useState<DraftChain>(() => (of ? draftOf(of) : blankChain()))
  const [dirty, setDirty] = useState(false)
  const [versions, showVersions] = useState(false)
  const save = useCommand(thinkChain.save)
  const disabled = of !== undefined && !of.editable
  const mark = (now: boolean) => {
    setDirty(now)
    onDirty(now)
  }
  const set = (patch: Partial<DraftChain>) => {
    setDraft((before) => ({ ...before, ...patch }))
    mark(true)
  }
  const submit = () =>
    save.mutate(sentOf(draft), {
      onSuccess: (saved) => {
        mark(false)
        setDraft((before) => ({ ...before, id: saved.id, version: saved.version }))
        say(t('saved'))
        onSaved(saved.id)
      },
    })
  const discard = () => {
    setDraft(of ? draftOf(of) : blankChain())
    mark(false)
  }
  return (
    <div className="chain-work">
      <header className="chain-head">
        <h2>{draft.name || t('newChain')}</h2>
        {dirty && <span className="second">{t('unsaved')}</span>}
        <span className="chain-acts">
          {of && (
            // what was saved is drawn anew, and would close them
            <Button disabled={save.isPending} onClick={() => showVersions(true)}>
              {t('versions')}
            </Button>
          )}
          {of && <ChainActions of={of} onCopied={onSaved} onGone={onGone} />}
          {dirty && <Button onClick={discard}>{t('discard')}</Button>}
          {!disabled && (
            <Button type="primary" loading={save.isPending} disabled={!dirty} onClick={submit}>
              {t('save')}
            </Button>
          )}
        </span>
      </header>
      {disabled && <Alert type="info" title={t('readOnly')} />}
      <div className="chain-fields">
        <label className="chain-field">
          <span className="second">{t('name')}</span>
          <Input
            disabled={disabled}
            value={draft.name}
            maxLength={60}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        <label className="chain-field">
          <span className="second">{t('description')}</span>
          <Input.TextArea
            disabled={disabled}
            value={draft.description}
            maxLength={500}
            autoSize={{ maxRows: 4 }}
            onChange={({ target }) => set({ description: target.value })}
          />
        </label>
        {!disabled && may('thinkChain.edit') && (
          <div className="chain-field">
            <span className="second">{t('belongs')}</span>
            <Radio.Group
              aria-label={t('belongs')}
              value={draft.scope}
              onChange={({ target }) => set({ scope: target.value === 'firm' ? 'firm' : 'personal' })}
              options={(['personal', 'firm'] as const).map((value) => ({ value, label: t(`scope_${value}`) }))}
            />
          </div>
        )}
        {!disabled && (
          <label className="chain-switch">
            <Switch checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
            <span>{t('enabled')}</span>
          </label>
        )}
      </div>
      <StepEditor steps={draft.steps} disabled={disabled} onChange={(steps) => set({ steps })} />
      <TryChain steps={draft.steps} />
      {versions && of && (
        <ChainVersions
          id={of.id}
          onClose={() => showVersions(false)}
          onTake={
            disabled
              ? undefined
              : (steps) => {
                  set({ steps: draftSteps(steps) })
                  showVersions(false)
                  say(t('taken'))
                }
          }
        />
      )}
    </div>
  )
}

type ActionsProps = { of: ThinkChain; onCopied: (id: string) => void; onGone: () => void }

function ChainActions({ of: { id, name, editable }, onCopied, onGone }: ActionsProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const copy = useCommand(thinkChain.copy)
  const remove = useCommand(thinkChain.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name }), ok: t('remove') }))) return
    remove.mutate(
      { ids: id },
      {
        onSuccess: () => {
          say(t('removed'))
          onGone()
        },
      },
    )
  }
  const copied = () =>
    copy.mutate(
      { id },
      {
        onSuccess: (made) => {
          say(t('copied'))
          onCopied(made.id)
        },
      },
    )
  return (
    <>
      <Button loading={copy.isPending} onClick={copied}>
        {t('copy')}
      </Button>
      {editable && (
        <Button danger onClick={() => void destroy()}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
