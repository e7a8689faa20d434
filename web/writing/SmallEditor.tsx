import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Editor } from '@tiptap/core'
import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { fieldNames, type WritingDoc } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { writingExtensions } from './doc-schema.ts'
import { texts } from './editor-texts.ts'
import { fitDoc } from './fit-doc.ts'
import { cleanPaste } from './paste-clean.ts'
import { pictureUrl } from './pictures.ts'
import { ToolButton } from './ToolButton.tsx'

type SmallEditorProps = {
  label: string
  initial: WritingDoc | null
  fieldValues: ReadonlyMap<string, string>
  /** What stands there now; null where nothing does. */
  onChange: (doc: WritingDoc | null) => void
}
const sides = [
  { align: 'left', icon: <AlignLeftOutlined /> },
  { align: 'center', icon: <AlignCenterOutlined /> },
  { align: 'right', icon: <AlignRightOutlined /> },
] as const

/** A running header or footer: a few words, fields, the number of the page. */
export function SmallEditor({ label, initial, fieldValues, onChange }: SmallEditorProps) {
  const t = useTexts(texts)
  const host = useRef<HTMLDivElement>(null)
  const made = useRef<Editor>(null)
  const first = useRef({ initial, onChange, label })
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const { initial: doc, onChange: tell, label: name } = first.current
    const editor = new Editor({
      element,
      injectCSS: false,
      extensions: writingExtensions(pictureUrl),
      editorProps: {
        attributes: { class: 'wr-text', role: 'textbox', 'aria-multiline': 'true', 'aria-label': name },
        transformPastedHTML: cleanPaste,
      },
      onUpdate: ({ editor: one }) => {
        const { doc: now } = one.state
        const empty = now.childCount === 1 && now.firstChild?.isTextblock && now.firstChild.content.size === 0
        tell(empty ? null : (now.toJSON() as WritingDoc))
      },
    })
    if (doc) editor.commands.setContent(fitDoc(editor.schema, doc), { emitUpdate: false })
    made.current = editor
    return () => editor.destroy()
  }, [])
  const run = () => made.current?.chain().focus()
  const items = [
    { key: 'page', label: t('pageNumber') },
    { key: 'pages', label: t('pageCount') },
    ...fieldNames.map((name) => ({ key: name, label: t(`field_${name}`) })),
  ]
  const put = ({ key }: { key: string }) => {
    const content =
      key === 'page' || key === 'pages'
        ? { type: 'pageNumber', attrs: { of: key } }
        : { type: 'field', attrs: { name: key, value: fieldValues.get(key) ?? '' } }
    run()?.insertContent(content).run()
  }
  return (
    <fieldset className="wr-small">
      <legend>{label}</legend>
      <div className="wr-tools">
        <ToolButton label={t('bold')} icon={<BoldOutlined />} onPress={() => run()?.toggleBold().run()} />
        {sides.map(({ align, icon }) => (
          <ToolButton key={align} label={t(align)} icon={icon} onPress={() => run()?.setTextAlign(align).run()} />
        ))}
        <Dropdown trigger={['click']} menu={{ items, onClick: put }}>
          <span>
            <ToolButton label={t('insert')} icon={<PlusOutlined />} onPress={() => undefined} />
          </span>
        </Dropdown>
      </div>
      <div ref={host} className="wr-small-text" />
    </fieldset>
  )
}
