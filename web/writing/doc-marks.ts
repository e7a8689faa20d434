import { Mark, mergeAttributes } from '@tiptap/core'
import { isLink } from '#contract/writing-doc.ts'

/** A place of the product, or an https address; opened by the page, never by the text itself. */
export const LinkMark = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? ''
        return isLink(href) ? { href } : false
      },
    },
  ],
  renderHTML: ({ HTMLAttributes: { href } }) => [
    'a',
    { ...(isLink(String(href)) && { href: String(href) }), rel: 'noopener noreferrer', class: 'wr-link' },
    0,
  ],
})

/** The words a comment speaks of. */
export const CommentMark = Mark.create({
  name: 'comment',
  inclusive: false,
  excludes: '',
  addAttributes: () => ({ id: { default: '' } }),
  parseHTML: () => [],
  renderHTML: ({ HTMLAttributes: { id } }) => ['span', { class: 'wr-comment', 'data-comment': String(id) }, 0],
})

const change = (name: 'insertion' | 'deletion', tag: 'ins' | 'del') =>
  Mark.create({
    name,
    inclusive: false,
    addAttributes: () => ({
      id: { default: '' },
      by: { default: '' },
      name: { default: '' },
      at: { default: '' },
      say: { default: '' },
    }),
    parseHTML: () => [],
    renderHTML: ({ HTMLAttributes: { id, by, name: who } }) => [
      tag,
      mergeAttributes({ class: `wr-${name}`, 'data-change': String(id), 'data-by': String(by), title: String(who) }),
      0,
    ],
  })
/** Words somebody proposes to add, and words he proposes to take out, until a person decides. */
export const InsertionMark = change('insertion', 'ins')
export const DeletionMark = change('deletion', 'del')
