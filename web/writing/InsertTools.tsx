import { CommentOutlined, LinkOutlined, PictureOutlined, PlusOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Dropdown, Select } from 'antd'
import { useRef } from 'react'
import { fieldNames, isLink } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { texts } from './editor-texts.ts'
import { PICTURES } from './pictures.ts'
import { ToolButton } from './ToolButton.tsx'

export type InsertToolsProps = {
  editor: Editor
  /** What the fields stand for here, by name. */
  fieldValues: ReadonlyMap<string, string>
  onPictures: (pictures: File[]) => void
  onFigure: () => void
  onComment: () => void
}
const widths = [160, 320, 480, 640]

/** What is put into the text: pictures, links, figures, fields, page breaks, comments. */
export function InsertTools({ editor, fieldValues, onPictures, onFigure, onComment }: InsertToolsProps) {
  const t = useTexts(texts)
  const prompt = usePrompt()
  const input = useRef<HTMLInputElement>(null)
  const now = useEditorState({
    editor,
    selector: ({ editor: one }) => {
      const { selection } = one.state
      const picked = selection instanceof NodeSelection ? selection.node : undefined
      return {
        empty: selection.empty,
        link: one.isActive('link'),
        picture: picked?.type.name === 'image' ? { width: Number(picked.attrs['width'] ?? 0) } : null,
      }
    },
  })
  const link = async () => {
    if (now.link) return void editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    const href = await prompt({
      title: t('link'),
      label: t('linkAddress'),
      check: (typed) => isLink(typed) || t('linkWrong'),
    })
    if (href === undefined) return
    if (now.empty)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else editor.chain().focus().setMark('link', { href }).run()
  }
  const items = [
    { key: 'figure', label: t('figure') },
    {
      key: 'field',
      label: t('field'),
      children: fieldNames.map((name) => ({
        key: `field ${name}`,
        label: [t(`field_${name}`), fieldValues.get(name)].filter(Boolean).join(' · '),
      })),
    },
    { key: 'pageBreak', label: t('pageBreak') },
    { key: 'rule', label: t('rule') },
  ]
  const press = ({ key }: { key: string }) => {
    const [what, name] = key.split(' ')
    const chain = editor.chain().focus()
    if (what === 'figure') onFigure()
    else if (what === 'field' && name)
      chain.insertContent({ type: 'field', attrs: { name, value: fieldValues.get(name) ?? '' } }).run()
    else if (what === 'pageBreak') chain.insertContent({ type: 'pageBreak' }).run()
    else if (what === 'rule') chain.setHorizontalRule().run()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURES}
        multiple
        hidden
        aria-label={t('picture')}
        onChange={({ target }) => {
          const pictures = [...(target.files ?? [])]
          target.value = ''
          onPictures(pictures)
        }}
      />
      <ToolButton label={t('picture')} icon={<PictureOutlined />} onPress={() => input.current?.click()} />
      {now.picture && (
        <Select
          size="small"
          className="wr-style"
          aria-label={t('pictureSize')}
          value={now.picture.width}
          onChange={(width) =>
            editor
              .chain()
              .updateAttributes('image', { width: width === 0 ? null : width })
              .run()
          }
          options={[
            { value: 0, label: t('pictureWhole') },
            ...[...new Set([...widths, now.picture.width])]
              .filter((width) => width > 0)
              .map((width) => ({ value: width, label: `${width} px` })),
          ]}
        />
      )}
      <ToolButton
        label={now.link ? t('unlink') : t('link')}
        icon={<LinkOutlined />}
        on={now.link}
        onPress={() => void link()}
      />
      <ToolButton label={t('comment')} icon={<CommentOutlined />} disabled={now.empty} onPress={onComment} />
      <Dropdown trigger={['click']} menu={{ items, onClick: press }}>
        <span>
          <ToolButton label={t('insert')} icon={<PlusOutlined />} onPress={() => undefined} />
        </span>
      </Dropdown>
    </>
  )
}
