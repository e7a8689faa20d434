import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'

type ProjectFieldProps = {
  id?: string
  value?: string
  onChange?: (id: string | undefined) => void
  label: string
  placeholder?: string
  /** The project that is chosen already, which need not be among those found first. */
  known?: { id: string; name: string } | undefined
}

/** A project of those the person reaches, found by its name; may be left empty. */
export function ProjectField({ label, known, ...props }: ProjectFieldProps) {
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(project.list, { size: '50', ...(typed && { projectName: typed }) }))
  const options = (found.data?.records ?? []).map(({ id, projectName, enterpriseName }) => ({
    value: id,
    label: `${projectName} · ${enterpriseName}`,
  }))
  const missing = known && known.id !== '' && !options.some(({ value }) => value === known.id)
  return (
    <Select
      {...props}
      allowClear
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      options={missing && typed === '' ? [{ value: known.id, label: known.name }, ...options] : options}
    />
  )
}
