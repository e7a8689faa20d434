import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type RefObject, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import { Tool } from './ViewBar.tsx'

type FindBarProps = {
  input: RefObject<InputRef | null>
  start: string
  found: number
  at: number
  searching: boolean
  onFind: (words: string, again: boolean, back?: boolean) => void
}

/** Words to find in what is shown: Enter goes to the next place, Shift+Enter back. */
export function FindBar({ input, start, found, at, searching, onFind }: FindBarProps) {
  const t = useTexts(texts)
  const [words, setWords] = useState(start)
  const change = (next: string) => {
    setWords(next)
    onFind(next, false)
  }
  return (
    <search className="view-tools view-find">
      <Input
        ref={input}
        size="small"
        allowClear
        aria-label={t('findIn')}
        placeholder={t('find')}
        value={words}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && words !== '') onFind(words, true, event.shiftKey)
        }}
      />
      <output className="third view-found">
        {words !== '' && !searching && (found > 0 ? t('found', { at, all: found }) : t('notFound'))}
      </output>
      <Tool
        says={t('findPrevious')}
        icon={<UpOutlined />}
        disabled={found === 0}
        onClick={() => onFind(words, true, true)}
      />
      <Tool says={t('findNext')} icon={<DownOutlined />} disabled={found === 0} onClick={() => onFind(words, true)} />
    </search>
  )
}
