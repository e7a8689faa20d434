import { Button } from 'antd'
import { file } from '#contract/file.ts'
import type { Outcome } from '#contract/tool-run.ts'
import { download } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

const tones: Record<Outcome['state'], Tone> = {
  done: 'good',
  warned: 'waiting',
  same: 'plain',
  skipped: 'waiting',
  failed: 'bad',
}

/** How it went with each file; `single`: what was made stands above, so no row carries it. */
export function Outcomes({ outcomes, single }: { outcomes: readonly Outcome[]; single: boolean }) {
  const t = useTexts(texts)
  const rows = outcomes.map((outcome, at) => ({ ...outcome, at }))
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'at', title: '', width: 48, render: ({ at }) => <span className="number third">{at + 1}</span> },
    {
      key: 'name',
      title: t('fileName'),
      width: 280,
      render: ({ folder, name }) => (
        <span className="tool-file-name">
          {folder !== '' && <span className="third">{folder}/</span>}
          {name}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('outcome'),
      width: 100,
      render: ({ state }) => <StatusTag tone={tones[state]}>{t(state)}</StatusTag>,
    },
    {
      key: 'says',
      title: t('details'),
      render: ({ says }) => (
        <ul className="tool-says-list">
          {says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    ...(single
      ? []
      : [
          {
            key: 'actions',
            title: '',
            width: 100,
            fixed: 'end' as const,
            render: ({ fileId, fileName }: Outcome) => fileId !== '' && <FetchButton id={fileId} name={fileName} />,
          },
        ]),
  ]
  return <DataTable name={t('result')} rows={rows} columns={columns} rowKey={({ at }) => String(at)} dense />
}

export function FetchButton({ id, name, primary = false }: { id: string; name: string; primary?: boolean }) {
  const t = useTexts(texts)
  return (
    <Button
      type={primary ? 'primary' : 'link'}
      size={primary ? 'middle' : 'small'}
      aria-label={`${t('download')} ${name}`}
      onClick={() => void download(file.download, { id }, name).catch((fault: unknown) => complain(fault))}
    >
      {t('download')}
    </Button>
  )
}
