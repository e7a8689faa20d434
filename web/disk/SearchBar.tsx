import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Checkbox, DatePicker, Input, Popover, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import type { DiskPlace } from './disk-place.ts'
import { texts } from './texts.ts'

/** Endings by what people call them; the search takes one ending or a kind of node. */
const endings = ['xlsx', 'docx', 'pdf', 'ofd', 'jpg', 'png', 'pptx', 'zip', 'txt', 'csv'] as const

type SearchProps = { place: DiskPlace; tags: readonly string[] }

/** Search by name and, when asked, by the words in files; further conditions behind the filter button. */
export function SearchBar({ place, tags }: SearchProps) {
  const t = useTexts(texts)
  const { words, content, within, filters } = place.search
  const [typed, setTyped] = useState(words)
  const [was, setWas] = useState(words)
  if (was !== words) {
    setWas(words)
    setTyped(words)
  }
  const all = { words, content: content ? '1' : '', within, ...filters }
  const search = (change: Record<string, string>) => place.setSearch({ ...all, words: typed, ...change })
  const further = Object.values(filters).filter(Boolean).length
  return (
    <search className="disk-search">
      <Input.Search
        value={typed}
        allowClear
        maxLength={200}
        placeholder={t('searchHint')}
        aria-label={t('searchHint')}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={(text) => search({ words: text })}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <div className="disk-filters">
            <label>
              <span>{t('searchIn')}</span>
              <Segmented
                size="small"
                aria-label={t('searchIn')}
                value={within || 'folder'}
                options={(['folder', 'space', 'all'] as const).map((value) => ({ value, label: t(`in_${value}`) }))}
                onChange={(value) => search({ within: value === 'folder' ? '' : value })}
              />
            </label>
            <Checkbox checked={content} onChange={({ target }) => search({ content: target.checked ? '1' : '' })}>
              {t('searchContent')}
            </Checkbox>
            <label>
              <span>{t('col_ext')}</span>
              <Select
                size="small"
                allowClear
                aria-label={t('col_ext')}
                value={filters['ext_equal'] ?? null}
                onChange={(value: string | null | undefined) => search({ ext_equal: value ?? '' })}
                options={endings.map((value) => ({ value, label: value }))}
              />
            </label>
            <label>
              <span>{t('tags')}</span>
              <Select
                size="small"
                allowClear
                showSearch
                aria-label={t('tags')}
                value={filters['tag_equal'] ?? null}
                onChange={(value: string | null | undefined) => search({ tag_equal: value ?? '' })}
                options={tags.map((value) => ({ value, label: value }))}
              />
            </label>
            <label>
              <span>{t('changedFrom')}</span>
              <DatePicker
                size="small"
                aria-label={t('changedFrom')}
                value={filters['updateTime_datege'] ? dayjs(filters['updateTime_datege']) : null}
                onChange={(day) => search({ updateTime_datege: day ? day.format('YYYY-MM-DD') : '' })}
              />
            </label>
            <label>
              <span>{t('changedTo')}</span>
              <DatePicker
                size="small"
                aria-label={t('changedTo')}
                value={filters['updateTime_datele'] ? dayjs(filters['updateTime_datele']) : null}
                onChange={(day) => search({ updateTime_datele: day ? day.format('YYYY-MM-DD') : '' })}
              />
            </label>
            <label>
              <span>{t('madeBy')}</span>
              <Input
                size="small"
                allowClear
                aria-label={t('madeBy')}
                defaultValue={filters['createUserName'] ?? ''}
                onPressEnter={({ currentTarget }) => search({ createUserName: currentTarget.value })}
                onBlur={({ target }) =>
                  target.value !== (filters['createUserName'] ?? '') && search({ createUserName: target.value })
                }
              />
            </label>
          </div>
        }
      >
        <Badge color="var(--jade)" dot={further > 0 || content || within !== ''}>
          <Button icon={<FilterOutlined />} aria-label={t('filters')} />
        </Badge>
      </Popover>
    </search>
  )
}
