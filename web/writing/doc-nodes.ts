import { mergeAttributes, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { type FieldName, fieldNames } from '#contract/writing-doc.ts'

/** The words of nodes stand in style sheets as variables, so that they follow a switch of the language. */
export const wordOfField = (name: string) => `--wr-field-${name}`
const isField = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)

/** A figure of a project's papers, as it was when it was last looked at; its source is shown beside it by the page. */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    projectId: { default: '' },
    paperId: { default: '' },
    cell: { default: '' },
    label: { default: '' },
    value: { default: '' },
    unit: { default: '' },
    at: { default: '' },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-writing-figure]',
      getAttrs: (element) => {
        const told = (name: string) => element.getAttribute(`data-${name}`) ?? ''
        const cell = told('cell')
        if (cell === '') return false
        return {
          cell,
          projectId: told('project'),
          paperId: told('paper'),
          label: told('label'),
          value: told('value'),
          unit: told('unit'),
          at: told('at'),
        }
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'span',
    {
      class: 'wr-figure',
      'data-writing-figure': '',
      'data-project': attrs['projectId'],
      'data-paper': attrs['paperId'],
      'data-cell': attrs['cell'],
      'data-label': attrs['label'],
      'data-value': attrs['value'],
      'data-unit': attrs['unit'],
      'data-at': attrs['at'],
      ...(attrs['value'] === '' && { 'data-empty': '' }),
    },
    attrs['value'] === '' ? attrs['label'] || attrs['cell'] : attrs['value'],
  ],
  renderText: ({ node: { attrs } }) => String(attrs['value'] || attrs['label']),
})

/** A name, a year, a day, filled in from the project; unfilled it shows what it stands for. */
export const FieldNode = Node.create({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: 'client' }, value: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-writing-field]',
      getAttrs: (element) => {
        const name = element.getAttribute('data-writing-field') ?? ''
        return isField(name) ? { name, value: element.getAttribute('data-value') ?? '' } : false
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const [name, value] = [String(attrs['name']), String(attrs['value'])]
    const rest = { class: 'wr-field', 'data-writing-field': name, 'data-value': value }
    return value === ''
      ? ['span', { ...rest, 'data-empty': '', style: `--word: var(${wordOfField(name)})` }]
      : ['span', rest, value]
  },
  renderText: ({ node: { attrs } }) => String(attrs['value']),
})

/** The number of the page, or how many there are; paper fills it. */
export const PageNumberNode = Node.create({
  name: 'pageNumber',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ of: { default: 'page' } }),
  parseHTML: () => [
    {
      tag: 'span[data-writing-page]',
      getAttrs: (element) => ({ of: element.getAttribute('data-writing-page') === 'pages' ? 'pages' : 'page' }),
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'span',
    { class: 'wr-page-number', 'data-writing-page': String(attrs['of']) },
    attrs['of'] === 'pages' ? '##' : '#',
  ],
  renderText: () => '#',
})

/** What follows begins a page. */
export const PageBreakNode = Node.create({
  name: 'pageBreak',
  group: 'block',
  atom: true,
  selectable: true,
  parseHTML: () => [{ tag: 'div[data-writing-break]' }],
  renderHTML: () => ['div', { class: 'wr-break', 'data-writing-break': '' }],
})

/** Gets a stored picture; the address is good in this window. Rejects where it cannot be had. */
export type ImageSource = (fileId: string) => Promise<string>

/** A picture of its own line, by the id of its file: nothing outside the product is ever loaded. */
export const imageNode = (source: ImageSource) =>
  Image.extend({
    addAttributes: () => ({
      fileId: { default: '' },
      width: { default: null },
      alt: { default: '' },
      textAlign: { default: null },
    }),
    addInputRules: () => [],
    addCommands: () => ({}),
    parseHTML: () => [
      {
        tag: 'img[data-file]',
        getAttrs: (element) => ({
          fileId: element.getAttribute('data-file'),
          width: Number(element.getAttribute('data-width')) || null,
          alt: element.getAttribute('alt') ?? '',
          textAlign: element.getAttribute('data-align') || null,
        }),
      },
    ],
    renderHTML: ({ node: { attrs } }) => [
      'img',
      mergeAttributes({
        'data-file': attrs['fileId'],
        'data-width': attrs['width'] ?? '',
        'data-align': attrs['textAlign'] ?? '',
        alt: attrs['alt'],
      }),
    ],
    addNodeView: () => (view) => {
      let { node } = view
      const dom = document.createElement('div')
      dom.className = 'wr-image'
      const img = document.createElement('img')
      dom.append(img)
      const draw = () => {
        img.alt = String(node.attrs['alt'])
        img.style.width = node.attrs['width'] === null ? '' : `${Number(node.attrs['width'])}px`
        dom.style.textAlign = String(node.attrs['textAlign'] ?? '')
      }
      const load = () => {
        source(String(node.attrs['fileId'])).then(
          (url) => void (img.src = url),
          () => void (dom.dataset['lost'] = ''),
        )
      }
      draw()
      load()
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type || next.attrs['fileId'] !== node.attrs['fileId']) return false
          node = next
          draw()
          return true
        },
      }
    },
  })
