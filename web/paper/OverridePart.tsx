import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Space } from 'antd'
import { useRef, useState } from 'react'
import { job } from '#contract/system.ts'
import { paper as paperCalls } from '#contract/paper.ts'
import { workbook, type WorkbookCell } from '#contract/workbook.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { startUpload } from '#web/kernel/uploads.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { EvidenceFile } from './EvidenceFile.tsx'
import { cleanValue, valueProblem } from './param-draft.ts'
import { texts } from './texts.ts'
import { valueText } from './value-text.ts'

type PartProps = { projectId: string; cell: WorkbookCell }
type Decision = { value: string; reason: string; evidence: string }

/** What a person decided against the formula of a cell, and the way to decide. */
export function OverridePart({ projectId, cell }: PartProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [asking, ask] = useState<'set' | 'withdraw' | ''>('')
  const words = { yes: t('yes'), no: t('no') }
  const overridden = cell.status === 'overridden'
  const calculated = valueText({ unit: cell.unit, value: cell.calculated }, words) || t('noValue')
  if (!may('paper.generate'))
    return overridden ? (
      <div className="override-part" data-overridden>
        <p>{t('calculatedIs', { value: calculated })}</p>
        <Decided projectId={projectId} cell={cell.cell} />
      </div>
    ) : null
  return (
    <div className="override-part" data-overridden={overridden || undefined}>
      {overridden && <p>{t('calculatedIs', { value: calculated })}</p>}
      {overridden && <Decided projectId={projectId} cell={cell.cell} />}
      <Space size={8}>
        <Button size="small" onClick={() => ask('set')}>
          {t(overridden ? 'overrideAgain' : 'override')}
        </Button>
        {overridden && (
          <Button size="small" onClick={() => ask('withdraw')}>
            {t('withdraw')}
          </Button>
        )}
      </Space>
      <DecisionForm projectId={projectId} cell={cell} open={asking === 'set'} onClose={() => ask('')} />
      <WithdrawForm projectId={projectId} cell={cell} open={asking === 'withdraw'} onClose={() => ask('')} />
    </div>
  )
}

/** Who decided, when, why, and on what. */
function Decided({ projectId, cell }: { projectId: string; cell: string }) {
  const t = useTexts(texts)
  const asked = { projectId, cell_equal: cell, state_equal: 'stands', current: 1, size: 1 }
  const { data } = useQuery(query(workbook.overrides, asked))
  const one = data?.records[0]
  if (!one) return null
  const { createUserName, createTime, reason, evidence, fileId, fileName } = one
  return (
    <>
      <p className="second">{t('decidedBy', { name: createUserName, time: createTime })}</p>
      <p>{t('decidedWhy', { reason })}</p>
      {evidence !== '' && <p>{t('decidedOn', { evidence })}</p>}
      {fileId !== '' && <EvidenceFile id={fileId} name={fileName} />}
    </>
  )
}

type FormProps = PartProps & { open: boolean; onClose: () => void }

function DecisionForm({ projectId, cell, open, onClose }: FormProps) {
  const t = useTexts(texts)
  const save = useCommand(workbook.setOverride, { also: [job.list, paperCalls.generation], quiet: true })
  const [file, setFile] = useState<{ id: string; name: string }>()
  const [sending, setSending] = useState(false)
  const words = { yes: t('yes'), no: t('no') }
  const asked = { unit: cell.unit, list: false, choices: [] }
  const given = cell.status === 'overridden' ? cell.calculated : cell.value
  const check = async (_: unknown, typed: string) => {
    const value = cleanValue(asked, typed ?? '')
    if (value === '') throw new Error(t('setTo'))
    const problem = valueProblem(asked, value)
    if (problem) throw new Error(t(problem))
  }
  return (
    <FormDialog<Decision>
      open={open}
      title={t('overrideTitle', { label: cell.label })}
      initial={{ value: '', reason: '', evidence: '' }}
      onClose={onClose}
      onSubmit={async ({ value, reason, evidence }) => {
        await save.mutateAsync({
          projectId,
          cell: cell.cell,
          value: cleanValue(asked, value),
          reason,
          evidence,
          ...(file && { fileId: file.id }),
        })
        setFile(undefined)
        say(t('recalculating'))
      }}
    >
      <p className="second" style={{ marginBlockEnd: 12 }}>
        {t('calculatedIs', { value: valueText({ unit: cell.unit, value: given }, words) || t('noValue') })}
      </p>
      <Form.Item name="value" label={t('setTo')} required rules={[{ validator: check }]}>
        {cell.unit === 'boolean' ? (
          <Select
            options={[
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]}
          />
        ) : (
          <Input {...(cell.unit !== 'text' && { inputMode: 'decimal' as const })} maxLength={200} />
        )}
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Form.Item>
      <Form.Item
        name="evidence"
        label={t('evidenceText')}
        rules={[{ required: file === undefined, whitespace: true, message: t('evidenceNeeded') }]}
      >
        <Input placeholder={t('evidenceHint')} maxLength={1000} />
      </Form.Item>
      <Form.Item label={t('evidenceFile')}>
        <FileField
          projectId={projectId}
          name={file?.name ?? ''}
          sending={sending}
          onSending={setSending}
          onFile={setFile}
        />
      </Form.Item>
    </FormDialog>
  )
}

type FileFieldProps = {
  projectId: string
  name: string
  sending: boolean
  onSending: (sending: boolean) => void
  onFile: (file: { id: string; name: string } | undefined) => void
}

/** One file that proves the decision; it is on the server before the decision is. */
function FileField({ projectId, name, sending, onSending, onFile }: FileFieldProps) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const send = async (chosen: File) => {
    onSending(true)
    const sent = await startUpload(chosen, { purpose: 'override', ownerId: projectId })
    onSending(false)
    if (sent.state === 'done') onFile({ id: sent.fileId, name: sent.name })
    else say(sent.error)
  }
  return (
    <Space>
      <Button loading={sending} onClick={() => input.current?.click()}>
        {t(sending ? 'fileSending' : 'chooseFile')}
      </Button>
      <span className="second">{name}</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('evidenceFile')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void send(chosen)
          target.value = ''
        }}
      />
    </Space>
  )
}

function WithdrawForm({ projectId, cell, open, onClose }: FormProps) {
  const t = useTexts(texts)
  const withdraw = useCommand(workbook.withdrawOverride, { also: [job.list, paperCalls.generation], quiet: true })
  return (
    <FormDialog<{ reason: string }>
      open={open}
      title={t('withdrawTitle')}
      initial={{ reason: '' }}
      submit={t('withdraw')}
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await withdraw.mutateAsync({ projectId, cell: cell.cell, reason })
        say(t('recalculating'))
      }}
    >
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Form.Item>
    </FormDialog>
  )
}
