import { SearchOutlined } from '@ant-design/icons'
import { type GetProps, type GetRef, Input } from 'antd'
import type { Ref } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type SearchFieldProps = Omit<GetProps<typeof Input.Search>, 'searchIcon'> & { ref?: Ref<GetRef<typeof Input.Search>> }

/** A field with a button that searches; the library's own calls its button "search" in every language. */
export function SearchField(props: SearchFieldProps) {
  const t = useTexts(texts)
  return <Input.Search {...props} searchIcon={<SearchOutlined aria-label={t('search')} />} />
}
