import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { ledger } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import { project } from '#contract/project.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type PickProps<Value> = {
  id?: string
  value?: Value
  onChange?: (value: Value | undefined) => void
  label: string
  /** The project one stands in: picked until another is. */
  projectId?: string | undefined
}
type OfProject = { projectId: string }

type ProjectProps = { id?: string | undefined; value: string; label: string; onChange: (projectId: string) => void }

/** A project of those the person reaches, found by its name. */
function ProjectSelect({ id, value, label, onChange }: ProjectProps) {
  const t = useTexts(texts)
  const [typed, type] = useState('')
  const rows = useQuery(pageQuery(project.list, { size: '50', ...(typed && { projectName: typed }) }))
  // the one that was picked may stand beyond those that are listed
  const one = useQuery({ ...query(project.detail, { id: value }), enabled: value !== '' })
  const listed = rows.data?.records ?? []
  const own = one.data && listed.every((row) => row.id !== one.data.id) ? [one.data] : []
  return (
    <Select
      {...(id !== undefined && { id })}
      aria-label={label}
      placeholder={t('pickProject')}
      value={value || null}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={rows.isFetching}
      options={[...own, ...listed].map((row) => ({
        value: row.id,
        label: `${row.projectName} · ${row.enterpriseName} · ${row.year}`,
      }))}
      onChange={onChange}
    />
  )
}

/** A project. */
export function ProjectPick({ id, value, onChange, label }: PickProps<OfProject>) {
  return (
    <ProjectSelect
      id={id}
      value={value?.projectId ?? ''}
      label={label}
      onChange={(projectId) => onChange?.({ projectId })}
    />
  )
}

const found = (typed: string) => (option: { label: string } | undefined) =>
  option?.label.toLowerCase().includes(typed.toLowerCase()) ?? false

/** A project's account: the project first, then the account by its code or name. */
export function AccountPick({ value, onChange, label, ...rest }: PickProps<OfProject & { accountCode: string }>) {
  const t = useTexts(texts)
  const [chosen, choose] = useState(value?.projectId ?? rest.projectId ?? '')
  const datasets = useQuery({ ...query(ledger.datasets, { projectId: chosen }), enabled: chosen !== '' })
  const datasetId = datasets.data?.find(({ state }) => state === 'active')?.id ?? ''
  const accounts = useQuery({
    ...query(ledger.accounts, { datasetId, current: '1', size: '500' }),
    enabled: datasetId !== '',
  })
  const none = datasets.isSuccess && datasetId === ''
  return (
    <div className="prompt-pick">
      <ProjectSelect
        id={rest.id}
        value={chosen}
        label={`${label} · ${t('pickProject')}`}
        onChange={(projectId) => {
          choose(projectId)
          onChange?.(undefined)
        }}
      />
      <Select
        aria-label={`${label} · ${t('pickAccount')}`}
        placeholder={t(none ? 'noLedger' : 'pickAccount')}
        disabled={datasetId === ''}
        loading={datasets.isFetching || accounts.isFetching}
        value={value?.accountCode ?? null}
        showSearch={{ filterOption: (typed, option) => found(typed)(option) }}
        options={(accounts.data?.records ?? []).map(({ code, name, fullName }) => ({
          value: code,
          label: `${code} ${fullName || name}`,
        }))}
        onChange={(accountCode: string) => onChange?.({ projectId: chosen, accountCode })}
      />
    </div>
  )
}

/** A cell of a project's papers: project, paper, cell. */
export function CellPick({ value, onChange, label, ...rest }: PickProps<OfProject & { cell: string }>) {
  const t = useTexts(texts)
  const [chosen, choose] = useState(value?.projectId ?? rest.projectId ?? '')
  const [paperId, setPaper] = useState(value ? value.cell.slice(0, value.cell.indexOf('.')) : '')
  const papers = useQuery({ ...query(paper.list, { projectId: chosen }), enabled: chosen !== '' })
  const sheet = useQuery({
    ...query(paper.sheet, { projectId: chosen, paperId }),
    enabled: chosen !== '' && paperId !== '',
  })
  const none = papers.isSuccess && papers.data.length === 0
  return (
    <div className="prompt-pick">
      <ProjectSelect
        id={rest.id}
        value={chosen}
        label={`${label} · ${t('pickProject')}`}
        onChange={(projectId) => {
          choose(projectId)
          setPaper('')
          onChange?.(undefined)
        }}
      />
      <Select
        aria-label={`${label} · ${t('pickPaper')}`}
        placeholder={t(none ? 'noPapers' : 'pickPaper')}
        disabled={chosen === '' || none}
        loading={papers.isFetching}
        value={paperId || null}
        showSearch={{ filterOption: (typed, option) => found(typed)(option) }}
        options={(papers.data ?? []).map((one) => ({ value: one.paperId, label: `${one.paperId} ${one.name}` }))}
        onChange={(next: string) => {
          setPaper(next)
          onChange?.(undefined)
        }}
      />
      <Select
        aria-label={`${label} · ${t('pickCell')}`}
        placeholder={t('pickCell')}
        disabled={paperId === ''}
        loading={sheet.isFetching}
        value={value?.cell ?? null}
        showSearch={{ filterOption: (typed, option) => found(typed)(option) }}
        options={(sheet.data?.cells ?? []).map((one) => ({
          value: one.cell,
          label: `${one.label} · ${one.value ?? '—'}（${one.cell}）`,
        }))}
        onChange={(cell: string) => onChange?.({ projectId: chosen, cell })}
      />
    </div>
  )
}
