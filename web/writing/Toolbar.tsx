import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ColumnWidthOutlined,
  EditOutlined,
  ItalicOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  OrderedListOutlined,
  RedoOutlined,
  SearchOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Select } from 'antd'
import { aligns } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { MOST_INDENT } from './doc-schema.ts'
import { texts } from './editor-texts.ts'
import { InsertTools, type InsertToolsProps } from './InsertTools.tsx'
import { TableTools } from './TableTools.tsx'
import { ToolButton } from './ToolButton.tsx'
import { trackingOf } from './tracked-typing.ts'

type ToolbarProps = Omit<InsertToolsProps, 'editor'> & {
  editor: Editor
  /** In whose name changes are tracked. */
  me: { by: string; name: string }
  onFind: () => void
}
const marks = ['bold', 'italic', 'underline', 'strike'] as const
const markIcons = {
  bold: <BoldOutlined />,
  italic: <ItalicOutlined />,
  underline: <UnderlineOutlined />,
  strike: <StrikethroughOutlined />,
}
const alignIcons = {
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  justify: <ColumnWidthOutlined />,
}

/** What the cursor stands in. */
const stateOf = (editor: Editor) => {
  const level = [1, 2, 3, 4].find((one) => editor.isActive('heading', { level: one }))
  const { parent } = editor.state.selection.$from
  return {
    style: level !== undefined ? `heading${level}` : editor.isActive('blockquote') ? 'quote' : 'paragraph',
    indent: Number(parent.attrs['indent'] ?? 0),
    on: Object.fromEntries(marks.map((mark) => [mark, editor.isActive(mark)])),
    align: aligns.find((align) => editor.isActive({ textAlign: align })) ?? 'left',
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    undo: editor.can().undo(),
    redo: editor.can().redo(),
    tracking: trackingOf(editor.state) !== null,
  }
}

/** The tools of the editor in one line; on a narrow window the line scrolls. */
export function Toolbar({ editor, me, onFind, ...insert }: ToolbarProps) {
  const t = useTexts(texts)
  const now = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  const run = () => editor.chain().focus()
  const restyle = (style: string) => {
    const level = [1, 2, 3, 4].find((one) => style === `heading${one}`) as 1 | 2 | 3 | 4 | undefined
    const chain = run()
    if (now.style === 'quote' && style !== 'quote') chain.toggleBlockquote()
    if (level !== undefined) chain.setHeading({ level }).run()
    else if (style === 'quote') chain.setParagraph().setBlockquote().run()
    else chain.setParagraph().run()
  }
  const indent = (by: 1 | -1) => {
    if (by > 0 && editor.can().sinkListItem('listItem')) return run().sinkListItem('listItem').run()
    if (by < 0 && editor.can().liftListItem('listItem')) return run().liftListItem('listItem').run()
    const next = Math.max(0, Math.min(MOST_INDENT, now.indent + by))
    return run().updateAttributes('paragraph', { indent: next }).updateAttributes('heading', { indent: next }).run()
  }
  return (
    <div className="wr-tools" role="toolbar" aria-label={t('toolbar')}>
      <ToolButton label={t('undo')} icon={<UndoOutlined />} disabled={!now.undo} onPress={() => run().undo().run()} />
      <ToolButton label={t('redo')} icon={<RedoOutlined />} disabled={!now.redo} onPress={() => run().redo().run()} />
      <Select
        size="small"
        className="wr-style"
        aria-label={t('style')}
        value={now.style}
        onChange={restyle}
        options={[
          { value: 'paragraph', label: t('paragraph') },
          ...[1, 2, 3, 4].map((level) => ({ value: `heading${level}`, label: t('heading', { level }) })),
          { value: 'quote', label: t('quote') },
        ]}
      />
      {marks.map((mark) => (
        <ToolButton
          key={mark}
          label={t(mark)}
          icon={markIcons[mark]}
          on={now.on[mark] ?? false}
          onPress={() => run().toggleMark(mark).run()}
        />
      ))}
      <ToolButton
        label={t('plain')}
        icon={<ClearOutlined />}
        onPress={() => marks.reduce((chain, mark) => chain.unsetMark(mark), run()).run()}
      />
      <span className="wr-gap" />
      <ToolButton
        label={t('bullets')}
        icon={<UnorderedListOutlined />}
        on={now.bullets}
        onPress={() => run().toggleBulletList().run()}
      />
      <ToolButton
        label={t('numbers')}
        icon={<OrderedListOutlined />}
        on={now.numbers}
        onPress={() => run().toggleOrderedList().run()}
      />
      <ToolButton label={t('less')} icon={<MenuFoldOutlined />} onPress={() => indent(-1)} />
      <ToolButton label={t('more')} icon={<MenuUnfoldOutlined />} onPress={() => indent(1)} />
      {aligns.map((align) => (
        <ToolButton
          key={align}
          label={t(align)}
          icon={alignIcons[align]}
          on={now.align === align}
          onPress={() => run().setTextAlign(align).run()}
        />
      ))}
      <span className="wr-gap" />
      <TableTools editor={editor} />
      <InsertTools editor={editor} {...insert} />
      <span className="wr-gap" />
      <ToolButton label={t('find')} icon={<SearchOutlined />} onPress={onFind} />
      <ToolButton
        label={t('trackHint')}
        icon={<EditOutlined />}
        word={t('track')}
        on={now.tracking}
        onPress={() =>
          run()
            .track(now.tracking ? null : me)
            .run()
        }
      />
    </div>
  )
}
