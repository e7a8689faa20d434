import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'

type PickProps = {
  id?: string
  label: string
  value?: string
  /** The name of the one that is picked, where the list may not hold it. */
  shown?: string
  onChange?: (id: string) => void
  size?: 'small'
}

/** A project of those the person reaches, found by its name; or none. */
export function ProjectPick({ id, label, value = '', shown = '', onChange, size }: PickProps) {
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(project.list, { size: '50', ...(typed && { projectName: typed }) }))
  const options = (found.data?.records ?? []).map(({ id, projectName, enterpriseName }) => ({
    value: id,
    label: `${projectName} · ${enterpriseName}`,
  }))
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(size && { size })}
      allowClear
      aria-label={label}
      placeholder={label}
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      value={value || null}
      options={known ? options : [{ value, label: shown || label }, ...options]}
      onChange={(picked: string | null | undefined) => onChange?.(picked ?? '')}
    />
  )
}
