import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { type FinancialFile, project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { sizeText } from './size-text.ts'
import { texts } from './texts.ts'

type File = z.output<typeof FinancialFile>
type FinancialFilesProps = {
  projectId: string
  files: UseQueryResult<File[]>
  datasets: Dataset[]
  checked: string[]
  /** Absent: the person may not import. */
  onCheck: ((ids: string[]) => void) | undefined
}

/** The files handed over for a project, to be ticked for an import. */
export function FinancialFiles({ projectId, files, datasets, checked, onCheck }: FinancialFilesProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(ledger.removeFile, { also: [project.files] })
  const versionOf = new Map(datasets.map((one) => [one.id, one.version]))

  const removeFile = async ({ id, name }: File) => {
    if (!(await confirm({ says: t('removeAsk', { name }), ok: t('remove') }))) return
    remove.mutate({ projectId, fileId: id }, { onSuccess: () => say(t('removed', { name })) })
  }
  const columns: Column<File>[] = [
    {
      key: 'name',
      title: t('fileName'),
      render: ({ id, name }) => (
        <Link className="file-name" to={`/luckysheet/index?fileId=${id}`} title={t('openOnline')}>
          {name}
        </Link>
      ),
    },
    { key: 'size', title: t('fileSize'), width: 100, align: 'right', render: ({ size }) => sizeText(size) },
    {
      key: 'datasetId',
      title: t('inDataset'),
      width: 140,
      render: ({ datasetId }) => {
        const version = versionOf.get(datasetId)
        return version === undefined ? <span className="third">{t('notImported')}</span> : t('version', { version })
      },
    },
    { key: 'createUserName', title: t('fileWho'), width: 120 },
    { key: 'createTime', title: t('fileWhen'), width: 170 },
    {
      key: 'sha256',
      title: t('fingerprint'),
      width: 120,
      render: ({ sha256 }) => (
        <span className="mono third" title={sha256}>
          {sha256.slice(0, 10)}
        </span>
      ),
    },
    ...(onCheck
      ? [
          {
            key: 'remove',
            title: '',
            width: 80,
            render: (file: File) =>
              file.datasetId === '' && (
                <Button size="small" type="text" onClick={() => void removeFile(file)}>
                  {t('remove')}
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      <h2 className="section-title">{t('files')}</h2>
      <DataTable<File>
        name={t('files')}
        rows={files.data}
        columns={columns}
        rowKey={({ id }) => id}
        fault={files.error}
        retry={files.refetch}
        empty={{ says: t('noFiles') }}
        bones={3}
        {...(onCheck && { checked: { keys: checked, change: onCheck } })}
      />
    </>
  )
}
