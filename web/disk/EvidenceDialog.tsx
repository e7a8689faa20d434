import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { diskFile } from '#contract/disk-file.ts'
import { docFile } from '#contract/doc-files.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import type { DiskRow } from './disk-rows.ts'
import { texts } from './texts.ts'

type Wish = { projectId: string; to: 'paper' | 'voucher'; paperId: string }

/** Files of the disk as evidence of a project: attachments of a paper, or documents that wait for their vouchers. */
export function EvidenceDialog({ rows, onClose }: { rows: readonly DiskRow[]; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const attach = useCommand(diskFile.toAttachment, { also: [docFile.projectFiles], quiet: true })
  const wait = useCommand(diskFile.toVoucher, { also: [voucherAttachment.waiting], quiet: true })
  const [papers, vouchers] = [may('docFile.add'), may('ledger.import')]
  const ids = rows.map(({ id }) => id)
  const initial: Partial<Wish> = { to: papers ? 'paper' : 'voucher', paperId: '' }
  return (
    <FormDialog<Wish>
      open
      title={t('do_evidence')}
      initial={initial}
      submit={t('attachThere')}
      onClose={onClose}
      onSubmit={async ({ projectId, to, paperId }) => {
        const { added } =
          to === 'paper'
            ? await attach.mutateAsync({ ids, projectId, paperId })
            : await wait.mutateAsync({ ids, projectId })
        say(t(added < rows.length ? 'evidenceSome' : 'evidenceDone', { count: added, rest: rows.length - added }))
      }}
    >
      <p className="second disk-form-hint">{t('evidenceHint', { count: rows.length })}</p>
      <Form.Item name="projectId" label={t('project')} rules={[{ required: true, message: t('projectPlease') }]}>
        <ProjectSelect label={t('project')} />
      </Form.Item>
      <Form.Item name="to" label={t('evidenceOf')}>
        <Radio.Group
          options={[
            ...(papers ? [{ value: 'paper', label: t('evidencePaper') }] : []),
            ...(vouchers ? [{ value: 'voucher', label: t('evidenceVoucher') }] : []),
          ]}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          getFieldValue('to') === 'paper' ? (
            <Form.Item name="paperId" label={t('evidenceWhich')}>
              <PaperSelect projectId={String(getFieldValue('projectId') ?? '')} />
            </Form.Item>
          ) : (
            <p className="second disk-form-hint">{t('evidenceVoucherHint')}</p>
          )
        }
      </Form.Item>
    </FormDialog>
  )
}

type PaperProps = { id?: string; value?: string; onChange?: (paperId: string) => void; projectId: string }

/** One of the papers of a project, or the project as a whole. */
function PaperSelect({ projectId, ...props }: PaperProps) {
  const t = useTexts(texts)
  const papers = useQuery({ ...query(docFile.projectFiles, { firmProjectId: projectId }), enabled: projectId !== '' })
  return (
    <Select
      {...props}
      aria-label={t('evidenceWhich')}
      disabled={projectId === ''}
      loading={papers.isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: '', label: t('evidenceWhole') },
        ...(papers.data ?? []).map(({ paperId, originalName }) => ({
          value: paperId,
          label: originalName.startsWith(paperId) ? originalName : `${paperId} ${originalName}`,
        })),
      ]}
    />
  )
}
