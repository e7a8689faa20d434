import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'

type SelectProps = {
  id?: string
  value?: string
  onChange?: (id: string) => void
  label: string
  disabled?: boolean
}

/** A project of those the person reaches, found by its name. */
export function ProjectSelect({ label, ...props }: SelectProps) {
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(project.list, { size: '50', ...(typed && { projectName: typed }) }))
  return (
    <Select
      {...props}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      options={(found.data?.records ?? []).map(({ id, projectName, enterpriseName }) => ({
        value: id,
        label: `${projectName} · ${enterpriseName}`,
      }))}
    />
  )
}
