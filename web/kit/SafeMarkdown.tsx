import { createContext, memo, type ReactNode, use, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import { useTexts } from '#web/kernel/language.ts'
import { useConfirm } from './ConfirmDanger.ts'
import { EvidenceMark } from './Evidence.tsx'
import { FilePicture } from './FilePicture.tsx'
import { blocksOf, mended } from './markdown-blocks.ts'
import { remarkAddresses } from './markdown-addresses.ts'
import { heldBold } from './markdown-bold.ts'
import { type DoubtfulPlace, markOf, remarkMarks } from './markdown-marks.ts'
import { scrollsByKeyboard } from './scrolls-by-keyboard.ts'
import { pictureFile, safeAddress } from './safe-address.ts'
import { texts } from './texts.ts'
import './markdown.css'

type SafeMarkdownProps = {
  /** Text from outside: a model, a document. */
  text: string
  /** More of it is coming: what is half there is finished or held back. */
  streaming?: boolean
  /** Titles of the sources that [1], [2], … name; a number without one is text. */
  sources?: readonly string[]
  /** A citation was pressed; counted from 1. */
  onCite?: (n: number) => void
  /** Numbers that were read or computed, as they may stand in the text. */
  figures?: readonly string[]
  /** A figure was pressed; its index. */
  onFigure?: (index: number) => void
  /** Places of the text that did not stand a check. */
  doubts?: readonly DoubtfulPlace[]
}

const ALLOWED = [
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a',
  'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'hr', 'br', 'button',
] // prettier-ignore
const none: readonly never[] = []

/**
 * Markdown of a model or a document. Nothing of it becomes HTML; pictures only from this server; links stay in Digao or lead
 * elsewhere after the person has seen the whole address.
 */
export function SafeMarkdown(props: SafeMarkdownProps) {
  const { text, streaming = false, sources = none, figures = none, doubts = none, onCite, onFigure } = props
  const blocks = useMemo(() => blocksOf(text), [text])
  const reading = useMemo(() => ({ sources, doubts, onCite, onFigure }), [sources, doubts, onCite, onFigure])
  return (
    <Reading value={reading}>
      <div className="markdown">
        {blocks.map((block, at) => (
          <Block
            // a block keeps its place while the text grows
            key={block.from}
            text={streaming && at === blocks.length - 1 ? mended(block.text) : block.text}
            from={block.from}
            sources={sources}
            figures={figures}
            doubts={doubts}
          />
        ))}
      </div>
    </Reading>
  )
}

type Reading = Required<Pick<SafeMarkdownProps, 'sources' | 'doubts'>> & {
  onCite: SafeMarkdownProps['onCite']
  onFigure: SafeMarkdownProps['onFigure']
}
/** What the marks in a text need: the parts of a text are drawn by components that stay the same, or they would begin anew. */
const Reading = createContext<Reading>({ sources: none, doubts: none, onCite: undefined, onFigure: undefined })

type BlockProps = Required<Pick<SafeMarkdownProps, 'text' | 'sources' | 'figures' | 'doubts'>> & { from: number }

const Block = memo(function Block({ text, from, sources, figures, doubts }: BlockProps) {
  const plugins = useMemo(
    () => [remarkGfm, remarkAddresses, remarkMarks({ sources, figures, doubts, at: from })],
    [sources, figures, doubts, from],
  )
  return (
    <Markdown
      remarkPlugins={plugins}
      components={components}
      allowedElements={ALLOWED}
      unwrapDisallowed
      urlTransform={addressOr}
    >
      {heldBold(text)}
    </Markdown>
  )
})

function Mark({ value, children }: { value?: unknown; children?: ReactNode }) {
  const t = useTexts(texts)
  const { sources, doubts, onCite, onFigure } = use(Reading)
  const mark = markOf(value)
  if (!mark) return children
  const { kind, index } = mark
  if (kind === 'doubt')
    return (
      <mark className="doubt" title={doubts[index]?.says}>
        {children}
      </mark>
    )
  if (kind === 'figure')
    return (
      <EvidenceMark says={t('evidence')} onOpen={() => onFigure?.(index)}>
        {children}
      </EvidenceMark>
    )
  const title = sources[index - 1] ?? ''
  return (
    <button
      type="button"
      className="cite"
      title={title}
      aria-label={t('citation', { n: index, title })}
      onClick={() => onCite?.(index)}
    >
      {children}
    </button>
  )
}

/** What a link or a picture keeps of its address; nothing where it may not be followed. */
function addressOr(url: string): string {
  const address = safeAddress(url)
  if (address) return 'inside' in address ? address.inside : address.outside
  return pictureFile(url) === undefined ? '' : url
}

const components: Components = {
  button: Mark,
  // an answer stands under the headings of its page
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  table: ({ children }) => (
    <Scrolling>
      <table>{children}</table>
    </Scrolling>
  ),
  a: ({ href = '', children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt = '' }) => {
    const fileId = typeof src === 'string' ? pictureFile(src) : undefined
    return fileId === undefined ? <span className="third">{alt}</span> : <FilePicture fileId={fileId} alt={alt} />
  },
}

function Scrolling({ children }: { children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <section ref={scrollsByKeyboard} className="markdown-table" aria-label={t('table')}>
      {children}
    </section>
  )
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const address = safeAddress(href)
  if (!address) return <span>{children}</span>
  if ('inside' in address) return <Link to={address.inside}>{children}</Link>
  const leave = async () => {
    if (await confirm({ says: t('leaveFor', { address: address.outside }), ok: t('leave') }))
      window.open(address.outside, '_blank', 'noopener,noreferrer')
  }
  return (
    <button type="button" className="link-button plain-button" title={address.outside} onClick={() => void leave()}>
      {children}
    </button>
  )
}
