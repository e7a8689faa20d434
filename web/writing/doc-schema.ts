import { Extension, type Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { CommentMark, DeletionMark, InsertionMark, LinkMark } from './doc-marks.ts'
import { FieldNode, FigureNode, imageNode, type ImageSource, PageBreakNode, PageNumberNode } from './doc-nodes.ts'

/** Steps of two characters, as many as the contract allows. */
const MOST_INDENT = 20

const Indent = Extension.create({
  name: 'indent',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        indent: {
          default: 0,
          parseHTML: (element: HTMLElement) =>
            Math.min(MOST_INDENT, Math.max(0, Math.trunc(Number(element.getAttribute('data-indent')) || 0))),
          renderHTML: ({ indent }: Record<string, unknown>) =>
            Number(indent) > 0
              ? { 'data-indent': Number(indent), style: `padding-inline-start: ${Number(indent) * 2}em` }
              : {},
        },
      },
    },
  ],
})

const never: ImageSource = () => Promise.reject(new Error('no pictures here'))

/** Everything a document may hold (contract/writing-doc.ts), as the editor knows it. */
export const writingExtensions = (images: ImageSource = never): Extensions => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    code: false,
    codeBlock: false,
    link: false,
    // it would change a document that is only opened
    trailingNode: false,
    dropcursor: { color: 'var(--jade)' },
  }),
  TableKit.configure({ table: { resizable: true, lastColumnResizable: false, allowTableNodeSelection: true } }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Indent,
  LinkMark,
  CommentMark,
  InsertionMark,
  DeletionMark,
  FigureNode,
  FieldNode,
  PageNumberNode,
  PageBreakNode,
  imageNode(images),
]
export { MOST_INDENT }
