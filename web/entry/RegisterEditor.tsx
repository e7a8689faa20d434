import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { entry, type EntryProblem, type EntryRegister } from '#contract/entry.ts'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { call, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { blankRow, type DraftRow } from './draft-rows.ts'
import { EntryTable } from './EntryTable.tsx'
import { texts } from './texts.ts'
import { useRegisterDraft } from './use-register-draft.ts'

type EditorProps = { projectId: string; register: EntryRegister; onSaved?: (jobId: string | null) => void }

/** One register with its rows as stored; the draft begins from them. */
export function RegisterEditor(props: EditorProps) {
  const t = useTexts(texts)
  const { projectId, register } = props
  const stored = useQuery(query(entry.rows, { projectId, register: register.id }))
  if (stored.isPending) return <Bones lines={4} />
  if (stored.isError) return <Failing fault={stored.error} retry={stored.refetch} />
  const { version, touched, rows } = stored.data
  const drafted = rows.map(({ key, values, evidence, updateUserName, updateTime }) => ({
    key,
    values,
    evidence,
    by: t('by', { name: updateUserName, time: updateTime }),
  }))
  return <Drafted {...props} touched={touched} stored={{ version, rows: drafted }} />
}

type DraftedProps = EditorProps & { touched: boolean; stored: { version: number; rows: readonly DraftRow[] } }

function Drafted({ projectId, register, onSaved, touched, stored }: DraftedProps) {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const writes = useMay()('paper.generate')
  const draft = useRegisterDraft(`${projectId}/${register.id}`, stored)
  const save = useCommand(entry.save, { also: [job.list, paper.generation], quiet: true })
  const [refused, setRefused] = useState<readonly EntryProblem[]>([])
  const [asking, ask] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const change = (rows: readonly DraftRow[], step?: boolean) => {
    setRefused([])
    draft.change(rows, step)
  }

  const submit = async () => {
    try {
      const sent = draft.rows.map(({ key, values, evidence }) => ({ key, values, evidence }))
      const said = await save.mutateAsync({ projectId, register: register.id, version: draft.version, rows: sent })
      setRefused(said.problems)
      if (!said.saved) return
      draft.drop()
      setOvertaken(false)
      say(t(said.jobId === null ? 'saved' : 'savedRecalculating'))
      onSaved?.(said.jobId)
    } catch (fault) {
      const late = fault instanceof CallError && fault.code === 409
      setOvertaken(late)
      if (!late) complain(fault)
    }
  }
  const propose = async () => {
    ask(true)
    try {
      const all = await call(entry.suggest, { projectId, register: register.id })
      const held = new Set(draft.rows.map(({ key }) => key).filter((key) => key !== ''))
      const fresh = all.filter(({ key }) => key === '' || !held.has(key))
      if (fresh.length === 0) say(t('nothingProposed'))
      else {
        const rows = fresh.map(({ key, values, source }) => ({ key, values, evidence: source, by: '' }))
        change([...draft.rows, ...rows])
        say(t('proposed', { count: rows.length }))
      }
    } catch (fault) {
      complain(fault)
    } finally {
      ask(false)
    }
  }
  const reload = () => {
    draft.drop()
    setOvertaken(false)
    void cache.invalidateQueries({ queryKey: ['paperEntry'] })
  }
  const empty = draft.rows.length === 0
  return (
    <>
      {overtaken && (
        <Alert
          type="warning"
          title={t('conflict')}
          action={
            <Button size="small" onClick={reload}>
              {t('reload')}
            </Button>
          }
        />
      )}
      {refused.length > 0 && <Problems of={refused} />}
      {register.evidence !== '' && <p className="second">{t('evidenceHint', { evidence: register.evidence })}</p>}
      {empty ? (
        <p className="second">
          {touched && !draft.dirty ? t('saidEmpty') : t(register.proposes ? 'noRows' : 'noRowsPlain')}
        </p>
      ) : (
        <EntryTable
          register={register}
          rows={draft.rows}
          problems={refused}
          writes={writes}
          onChange={change}
          onUndo={draft.undo}
          onSave={() => void submit()}
        />
      )}
      {writes && (
        <Space size={8} wrap className="entry-actions">
          <Button size="small" onClick={() => change([...draft.rows, blankRow()])}>
            {t('add')}
          </Button>
          {register.proposes && (
            <Button size="small" loading={asking} onClick={() => void propose()}>
              {t('fromBooks')}
            </Button>
          )}
          <Button size="small" disabled={!draft.canUndo} onClick={draft.undo}>
            {t('undo')}
          </Button>
          {empty && !touched && !draft.dirty ? (
            <Button size="small" loading={save.isPending} onClick={() => void submit()}>
              {t('confirmEmpty')}
            </Button>
          ) : (
            <Button
              size="small"
              type="primary"
              disabled={!draft.dirty}
              loading={save.isPending}
              onClick={() => void submit()}
            >
              {t('save')}
            </Button>
          )}
          {draft.dirty && <output className="second">{t('unsaved')}</output>}
        </Space>
      )}
      {writes && !empty && <p className="third">{t('keys')}</p>}
    </>
  )
}

function Problems({ of }: { of: readonly EntryProblem[] }) {
  const t = useTexts(texts)
  return (
    <Alert
      type="error"
      title={t('problems', { count: of.length })}
      description={
        <ul className="entry-problems">
          {of.slice(0, 8).map(({ row, column, text }) => (
            <li key={`${row} ${column}`}>{t('problemAt', { row: row + 1, text })}</li>
          ))}
        </ul>
      }
    />
  )
}
