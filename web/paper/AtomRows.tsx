import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import type { Line } from '#contract/ledger.ts'
import { paper, type Provenance } from '#contract/paper.ts'
import { fenOf } from '#engine/money.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { AccountLink } from '#web/ledger/AccountLink.tsx'
import { Balance } from '#web/ledger/Balance.tsx'
import { Pages } from '#web/ledger/Pages.tsx'
import { VoucherDrawer } from '#web/ledger/VoucherDrawer.tsx'
import { texts } from './texts.ts'

type Atom = Provenance['atoms'][number]
type AtomProps = { of: Atom; projectId: string; datasetId: string; cell: string }

/** One reading of the ledger inside a formula: what was asked, its sum, and on demand every row of it. */
export function AtomRows({ of: atom, projectId, datasetId, cell }: AtomProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="plain-button fact" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{atom.text}</span>
        <b>{atom.sum === null ? atom.rows : <Money value={atom.sum} />}</b>
        <span className="third">
          {t(atom.balance ? 'atomAccounts' : 'atomLines', { count: atom.rows })} ·{' '}
          <span className="link">{t(open ? 'hideRows' : 'showRows')}</span>
        </span>
      </button>
      {open && <Rows of={atom} projectId={projectId} datasetId={datasetId} cell={cell} />}
    </>
  )
}

const PAGE = 20

function Rows({ of: atom, projectId, datasetId, cell }: AtomProps) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const [opened, open] = useState<Line | null>(null)
  const rows = useQuery(pageQuery(paper.rows, { projectId, cell, atom: atom.index, current: page, size: PAGE }))
  return (
    <div className="atom-rows">
      <StateView of={rows}>
        {({ lines, accounts, parties, sum }) => (
          <>
            {lines.records.map((line) => (
              <LineFact key={line.ordinal} of={line} onOpen={() => open(line)} />
            ))}
            {accounts.map((account) => (
              <Fragment key={account.code}>
                <BalanceFact
                  name={
                    <AccountLink datasetId={datasetId} account={account.code}>
                      {`${account.code} ${account.name}`}
                    </AccountLink>
                  }
                  of={account}
                />
                {parties
                  .filter((party) => party.account === account.code)
                  .map((party) => (
                    <BalanceFact key={party.code + party.name} name={`${party.code} ${party.name}`} of={party} />
                  ))}
              </Fragment>
            ))}
            <Pages of={lines} onTurn={turn} />
            {sum !== null && atom.sum !== null && (
              <p className="third">
                {t('rowsSum', { sum: moneyText(sum).text })}{' '}
                {fenOf(sum) === fenOf(atom.sum) ? (
                  <StatusTag tone="good">{t('rowsAgree')}</StatusTag>
                ) : (
                  <StatusTag tone="bad">{t('rowsDiffer')}</StatusTag>
                )}
              </p>
            )}
          </>
        )}
      </StateView>
      <VoucherDrawer
        datasetId={datasetId}
        voucher={opened?.voucherKey ?? null}
        line={opened?.line}
        onClose={() => open(null)}
      />
    </div>
  )
}

function LineFact({
  of: { date, voucherKey, summary, account, accountName, debit, credit, origin },
  onOpen,
}: {
  of: Line
  onOpen: () => void
}) {
  const t = useTexts(texts)
  const left = fenOf(debit) !== 0n
  return (
    <button
      type="button"
      className="plain-button fact"
      onClick={onOpen}
      title={`${origin.file} · ${origin.sheet} · ${origin.row}`}
    >
      <span className="link">{summary}</span>
      <b>
        <span className="third">{t(left ? 'debitShort' : 'creditShort')}</span> <Money value={left ? debit : credit} />
      </b>
      <span className="third">{`${date} · ${voucherKey} · ${account} ${accountName}`}</span>
    </button>
  )
}

function BalanceFact({
  name,
  of: { opening, closing },
}: {
  name: ReactNode
  of: { opening: string; closing: string }
}) {
  const t = useTexts(texts)
  return (
    <div className="fact">
      <span>{name}</span>
      <b>
        <Balance value={closing} />
      </b>
      <span className="third">
        {t('openingShort')} <Balance value={opening} />
      </span>
    </div>
  )
}
