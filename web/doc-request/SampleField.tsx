import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { RequestItemRow } from '#contract/doc-request.ts'
import { query } from '#web/kernel/api.ts'

type SampleFieldProps = {
  known: RequestItemRow | undefined
  id?: string
  value?: string
  onChange?: (id: string | undefined) => void
}

/** A file of the disk, found by its name. */
export function SampleField({ known, id, value, onChange }: SampleFieldProps) {
  const [words, setWords] = useState('')
  const found = useQuery({
    ...query(disk.search, { words, kind_equal: 'file' }),
    enabled: words.trim() !== '',
  })
  const files = found.data?.records.map((one) => ({ value: one.id, label: one.name })) ?? []
  const given = known?.sampleNodeId ? [{ value: known.sampleNodeId, label: known.sampleName }] : []
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(onChange && { onChange })}
      value={value ?? null}
      allowClear
      showSearch={{ onSearch: setWords, filterOption: false }}
      loading={found.isFetching}
      options={words ? files : given}
    />
  )
}
