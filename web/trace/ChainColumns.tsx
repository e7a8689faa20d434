import type { KeyboardEvent, ReactNode } from 'react'
import type { TraceNode } from '#contract/paper.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import type { ChainColumn } from './chain-columns.ts'
import { texts } from './texts.ts'

type ColumnsProps = {
  columns: ChainColumn[]
  onGo: (node: TraceNode) => void
  /** Opens what a place stands for: the paper, the account's detail ledger, the voucher. */
  onOpen: (node: TraceNode) => void
  /** More about the place one stands at, below it. */
  beside: ReactNode
}

const isEmpty = ({ above, here, below }: ChainColumn) => above.length + below.length === 0 && here === null

/** The six kinds of place side by side; where nothing stands, only the name of the kind does. */
export function ChainColumns({ columns, onGo, onOpen, beside }: ColumnsProps) {
  const t = useTexts(texts)
  const tracks = columns.map((column) => (isEmpty(column) ? '40px' : 'minmax(200px, 1fr)')).join(' ')
  return (
    <div className="chain" style={{ gridTemplateColumns: tracks }}>
      {columns.map((column) => (
        <section
          key={column.kind}
          className="chain-column"
          data-empty={isEmpty(column) || undefined}
          aria-label={t(column.kind)}
        >
          <h2>{t(column.kind)}</h2>
          <Nodes of={column.above} says={t('usedBy')} onGo={onGo} />
          {column.here && <Here of={column.here} onOpen={onOpen} />}
          {column.here && beside && <div className="chain-beside">{beside}</div>}
          <Nodes of={column.below} says={columns.some(({ here }) => here) ? t('madeOf') : ''} onGo={onGo} />
        </section>
      ))}
    </div>
  )
}

function Here({ of, onOpen }: { of: TraceNode; onOpen: (node: TraceNode) => void }) {
  const t = useTexts(texts)
  return (
    <div className="chain-here">
      <div>{of.title}</div>
      {of.note && <div className="third">{of.note}</div>}
      {of.amount !== null && <Money value={of.amount} strong />}
      {of.kind === 'paper' && (
        <button type="button" className="plain-button link no-print" onClick={() => onOpen(of)}>
          {t('openPaper')}
        </button>
      )}
      {of.kind === 'account' && (
        <button type="button" className="plain-button link no-print" onClick={() => onOpen(of)}>
          {t('openDetail')}
        </button>
      )}
      {of.kind === 'voucher' && (
        <>
          <button type="button" className="plain-button link no-print" onClick={() => onOpen(of)}>
            {t('openVoucher')}
          </button>
          <div className="third">{t('endOfChain')}</div>
        </>
      )}
    </div>
  )
}

/** As many places the server lists at most; then it says that these are the largest. */
const MOST = 200

function Nodes({ of, says, onGo }: { of: TraceNode[]; says: string; onGo: (node: TraceNode) => void }) {
  const t = useTexts(texts)
  if (of.length === 0) return null
  return (
    <>
      {says && <h3 className="third">{says}</h3>}
      {of.map((node) => (
        <button
          key={node.ref}
          type="button"
          className="plain-button chain-node"
          onClick={() => onGo(node)}
          onKeyDown={walkByArrows}
        >
          <span>{node.title}</span>
          {node.amount !== null && <Money value={node.amount} />}
          {node.note && <span className="third">{node.note}</span>}
        </button>
      ))}
      {of.length >= MOST && <p className="third">{t('cut', { count: of.length })}</p>}
    </>
  )
}

const nodesOf = (of: Element | null | undefined) => [...(of?.querySelectorAll<HTMLElement>('.chain-node') ?? [])]

/** Arrow keys go between the places: up and down within a column, left and right between columns. */
function walkByArrows(event: KeyboardEvent<HTMLElement>) {
  const across = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  const along = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const from = event.currentTarget
  if (across + along === 0) return
  const column = from.closest('.chain-column')
  if (along !== 0) {
    const nodes = nodesOf(column)
    nodes[nodes.indexOf(from) + along]?.focus()
  } else {
    const columns = [...(column?.parentElement?.children ?? [])].filter((one) => nodesOf(one).length > 0)
    const next = columns[columns.findIndex((one) => one === column) + across]
    nodesOf(next)[0]?.focus()
  }
  event.preventDefault()
}
