import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { knowledge, type Passage } from '#contract/knowledge.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useAnchorText } from '#web/knowledge/anchor-text.ts'
import { texts } from './assist-texts.ts'

/** What a file's name ends with is no part of a document's. */
const ENDING = /\.(?:md|txt|docx?|pdf|xlsx?|html?|ofd)$/i
type PickerProps = { editor: Editor; projectId: string; readOnly: boolean }
const placeOf = ({ chunkId }: Passage) => `/knowledge/llmKnowledgeDoc?v.place=${chunkId}`

/** Words of the knowledge bases, put into the text with the link to where they stand. Works without a model. */
export function PassagePicker({ editor, projectId, readOnly }: PickerProps) {
  const t = useTexts(texts)
  const may = useMay()
  const anchorText = useAnchorText()
  const [asked, ask] = useState('')
  const found = useQuery({
    ...query(knowledge.retrieve, { query: asked, limit: 8, ...(projectId !== '' && { projectId }) }),
    enabled: asked !== '',
  })
  if (!may('docFile.view')) return null
  const sourceOf = (passage: Passage) =>
    [t('quoteTitle', { name: passage.documentName.replace(ENDING, '') }), passage.number, anchorText(passage.anchor)]
      .filter(Boolean)
      .join(' ')
  const insert = (passage: Passage) => {
    const link = { type: 'link', attrs: { href: placeOf(passage) } }
    const lines = passage.text.split(/\r?\n/).filter((line) => line.trim() !== '')
    const content = lines.map((line, at) => ({
      type: 'paragraph',
      content: [
        { type: 'text', text: line },
        ...(at === lines.length - 1
          ? [{ type: 'text', text: t('quoteFrom', { source: sourceOf(passage) }), marks: [link] }]
          : []),
      ],
    }))
    editor.chain().focus().insertContent({ type: 'blockquote', content }).run()
  }
  return (
    <section className="wr-passages" aria-label={t('quote')}>
      <h3>{t('quote')}</h3>
      <p className="third">{t('quoteHint')}</p>
      <SearchField
        allowClear
        aria-label={t('quoteFind')}
        placeholder={t('quoteFind')}
        maxLength={200}
        loading={found.isFetching}
        onSearch={(words) => ask(words.trim())}
      />
      {asked !== '' && (
        <StateView of={found} empty={{ when: ({ passages }) => passages.length === 0, says: t('quoteNone') }}>
          {({ passages }) => (
            <ul className="wr-list">
              {passages.map((passage) => (
                <li key={passage.chunkId}>
                  <strong>{sourceOf(passage)}</strong>
                  <p className="wr-words wr-clamp">{passage.text}</p>
                  <span className="wr-card-acts">
                    <Link to={placeOf(passage)}>{t('quoteOpen')}</Link>
                    {!readOnly && (
                      <Button
                        size="small"
                        aria-label={`${t('quoteInsert')} ${sourceOf(passage)}`}
                        onClick={() => insert(passage)}
                      >
                        {t('quoteInsert')}
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </StateView>
      )}
    </section>
  )
}
