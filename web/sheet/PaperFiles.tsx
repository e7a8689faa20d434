import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { paperExport, type ReturnedCell } from '#contract/paper-export.ts'
import { job } from '#contract/system.ts'
import { useCommand } from '#web/kernel/api.ts'
import { ask } from '#web/kernel/gateway.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { texts } from './texts.ts'
import './sheet.css'

type Compared = ReturnType<typeof paperExport.compare.output.parse>

/** Packs a project's papers into one archive; a notice comes with the file. */
export function usePackPapers(projectId: string): () => Promise<void> {
  const t = useTexts(texts)
  const pack = useCommand(paperExport.pack, { also: [job.list] })
  return async () => {
    const started = await pack.mutateAsync({ projectId }).catch(() => undefined) // said in a toast
    if (!started) return
    watchJob(started.jobId)
    say(t('packing'))
  }
}

/** Papers that were edited outside, beside the papers as they are; nothing is taken over. */
export function ReturnedPapers({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [compared, setCompared] = useState<Compared>()
  const send = async (file: File) => {
    const form = new FormData()
    form.set('projectId', projectId)
    form.set('file', file, file.name)
    setBusy(true)
    try {
      const { method, path, output } = paperExport.compare
      setCompared(output.parse(await ask({ method, path, body: form })))
    } catch (fault) {
      complain(fault)
    } finally {
      setBusy(false)
    }
  }
  const columns: Column<ReturnedCell>[] = [
    { key: 'paperId', title: t('paper'), width: 72 },
    { key: 'label', title: t('label'), cut: true },
    { key: 'place', title: t('inFile'), width: 180, cut: true },
    { key: 'here', title: t('here'), width: 150, align: 'right', render: (row) => row.here || t('blank') },
    { key: 'there', title: t('there'), width: 150, align: 'right', render: (row) => row.there || t('blank') },
  ]
  return (
    <Modal open title={t('returned')} width={860} footer={null} onCancel={onClose}>
      <p className="second">{t('returnedHint')}</p>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xlsm"
        hidden
        aria-label={t('chooseReturned')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Button type="primary" loading={busy} onClick={() => input.current?.click()}>
        {t('chooseReturned')}
      </Button>
      {compared && (
        <div className="sheet-returned" aria-live="polite">
          <p>
            {t(compared.total === 0 ? 'returnedSame' : 'returnedDiffer', {
              found: compared.found,
              total: compared.total,
            })}
          </p>
          {compared.unknown.length > 0 && (
            <p className="second">{t('returnedUnknown', { names: compared.unknown.slice(0, 12).join(listMark()) })}</p>
          )}
          {compared.total > 0 && (
            <DataTable<ReturnedCell>
              name={t('returned')}
              rows={compared.changes}
              columns={columns}
              rowKey={({ cell }) => cell}
              dense
            />
          )}
        </div>
      )}
    </Modal>
  )
}
