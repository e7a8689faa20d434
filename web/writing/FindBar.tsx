import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { texts } from './editor-texts.ts'
import { findState, type Match } from './find.ts'
import { proposeText } from './suggestions.ts'
import { ToolButton } from './ToolButton.tsx'
import { newChange, trackingOf } from './tracked-typing.ts'

/** Puts words in the place of matches, from the last to the first; tracked where changes are tracked. */
function replaceIn(editor: Editor, matches: readonly Match[], words: string) {
  const { state } = editor
  const who = trackingOf(state)
  const { tr } = state
  for (const match of matches.toReversed()) {
    if (who && words !== '') proposeText(tr, match, { text: words, attrs: newChange(who) })
    else tr.insertText(words, match.from, match.to)
  }
  editor.view.dispatch(tr)
}

/** Looks for words in the text, and puts others in their place. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(texts)
  const [words, setWords] = useState('')
  const first = useRef<InputRef>(null)
  useEffect(() => first.current?.focus(), [])
  const now = useEditorState({
    editor,
    selector: ({ editor: { state, isEditable } }) => {
      const { query, matches, at } = findState(state)
      return { query, at, count: matches.length, editable: isEditable }
    },
  })
  useEffect(() => () => void editor.commands.find(''), [editor])
  const show = () => editor.view.dom.querySelector('.wr-found-now')?.scrollIntoView({ block: 'center' })
  const step = (by: 1 | -1) => {
    editor.commands.findStep(by)
    show()
  }
  const replace = () => {
    const { matches, at } = findState(editor.state)
    const match = matches[at]
    if (!match) return
    replaceIn(editor, [match], words)
    show()
  }
  const replaceAll = () => {
    const { matches } = findState(editor.state)
    replaceIn(editor, matches, words)
    say(t('replaced', { count: matches.length }))
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="wr-find">
      <Input
        ref={first}
        size="small"
        aria-label={t('findWhat')}
        placeholder={t('findWhat')}
        value={now.query}
        onKeyDown={keys}
        onChange={({ target }) => {
          editor.commands.find(target.value)
          show()
        }}
      />
      <output className="second">
        {now.query !== '' && (now.count === 0 ? t('findNone') : t('findAt', { at: now.at + 1, count: now.count }))}
      </output>
      <ToolButton label={t('previous')} icon={<UpOutlined />} disabled={now.count === 0} onPress={() => step(-1)} />
      <ToolButton label={t('next')} icon={<DownOutlined />} disabled={now.count === 0} onPress={() => step(1)} />
      {now.editable && (
        <>
          <Input
            size="small"
            aria-label={t('replaceWith')}
            placeholder={t('replaceWith')}
            value={words}
            onKeyDown={keys}
            onChange={({ target }) => setWords(target.value)}
          />
          <Button size="small" disabled={now.count === 0} onClick={replace}>
            {t('replace')}
          </Button>
          <Button size="small" disabled={now.count === 0} onClick={replaceAll}>
            {t('replaceAll')}
          </Button>
        </>
      )}
      <ToolButton label={t('close')} icon={<CloseOutlined />} onPress={onClose} />
    </search>
  )
}
