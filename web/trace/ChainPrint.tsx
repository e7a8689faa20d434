import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { z } from 'zod'
import { type Generation, paper, type TraceNode } from '#contract/paper.ts'
import { query } from '#web/kernel/api.ts'
import { clauseMark, listMark, useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { CellDecisions } from './CellDecisions.tsx'
import { texts } from './texts.ts'

/** Of each side; a page of A4 is to be read. */
const MOST_PRINTED = 40
type Step = { node: TraceNode | null; above: TraceNode[]; below: TraceNode[] }
type PrintProps = {
  sheet: RefObject<HTMLDivElement | null>
  projectId: string
  projectName: string
  generation: z.output<typeof Generation>
  path: readonly TraceNode[]
  step: Step | undefined
}

/** The chosen chain as it is printed: the way walked, the formula in words, the law, the rows read with sum and hash. */
export function ChainPrint({ sheet, projectId, projectName, generation, path, step }: PrintProps) {
  const t = useTexts(texts)
  const node = step?.node
  const walked = node && !path.some(({ kind, ref }) => kind === node.kind && ref === node.ref) ? [...path, node] : path
  const cells = walked.filter(({ kind }) => kind === 'paper').map(({ ref }) => ref)
  const { datasetVersion, relationVersion, rulePack, inputHash, resultHash } = generation
  return (
    <div className="chain-print" ref={sheet} aria-hidden="true">
      <h1>{t('printTitle')}</h1>
      <p>
        {projectName} · {t('yuan')}
      </p>
      <p className="third">{t('printMade', { dataset: datasetVersion, relation: relationVersion, rules: rulePack })}</p>
      <h2>{t('printPath')}</h2>
      <Places of={walked} />
      {cells.map((cell) => (
        <PrintedCell key={cell} projectId={projectId} cell={cell} />
      ))}
      <Side title={t('printBelow')} of={step?.below ?? []} />
      <Side title={t('printAbove')} of={node ? (step?.above ?? []) : []} />
      <p className="third mono">
        {t('printInputs')} {inputHash}
      </p>
      <p className="third mono">
        {t('printResult')} {resultHash}
      </p>
    </div>
  )
}

function Side({ title, of }: { title: string; of: readonly TraceNode[] }) {
  const t = useTexts(texts)
  if (of.length === 0) return null
  const rest = of.length - MOST_PRINTED
  return (
    <>
      <h2>{title}</h2>
      <Places of={of.slice(0, MOST_PRINTED)} />
      {rest > 0 && <p className="third">{t('printMore', { count: rest })}</p>}
    </>
  )
}

function Places({ of }: { of: readonly TraceNode[] }) {
  const t = useTexts(texts)
  return (
    <Table heads={[t('printKind'), t('printPlace'), t('amountYuan')]}>
      {of.map((node) => (
        <tr key={`${node.kind}|${node.ref}`}>
          <td>{t(node.kind)}</td>
          <td>
            {node.title} <span className="third">{node.note}</span>
          </td>
          <td className="amount">{node.amount !== null && <Money value={node.amount} />}</td>
        </tr>
      ))}
    </Table>
  )
}

function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function PrintedCell({ projectId, cell }: { projectId: string; cell: string }) {
  const t = useTexts(texts)
  const found = useQuery(query(paper.provenance, { projectId, cell }))
  const of = found.data
  if (!of) return null
  return (
    <>
      <h2>
        {of.paperId} {of.paperName} · {of.label}
      </h2>
      <p>
        {t('printFormula')}：{of.words}
      </p>
      {of.rates.length > 0 && (
        <p>
          {t('printLaw')}：
          {of.rates
            .map(({ name, value, law }) => {
              const said = law.map(
                ({ doc, article, certainty }) =>
                  `${doc} ${article}`.trim() + (/medium|low/.test(certainty) ? `（${t('toConfirm')}）` : ''),
              )
              return `${name} ${value} ${said.join(listMark())}`.trim()
            })
            .join(clauseMark())}
        </p>
      )}
      {of.atoms.length > 0 && (
        <Table heads={[t('printReadings'), t('printRows'), t('printSum'), t('printHash')]}>
          {of.atoms.map(({ index, text, rows, sum, rowsHash }) => (
            <tr key={index}>
              <td>{text}</td>
              <td className="amount">{rows}</td>
              <td className="amount">{sum !== null && <Money value={sum} />}</td>
              <td className="mono">{rowsHash.slice(0, 16)}</td>
            </tr>
          ))}
        </Table>
      )}
      <CellDecisions projectId={projectId} cell={cell} />
    </>
  )
}
