import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { binding, type FormulaPreview } from '#contract/binding.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type About = Omit<z.input<typeof binding.preview.input>, 'projectId'>
type Atom = FormulaPreview['atoms'][number]

/** A formula's value on a project's ledger, and the first rows behind each of its readings. Computed when asked. */
export function FormulaPreviewPane({ projectId, about }: { projectId: string; about: About }) {
  const t = useTexts(texts)
  const [asked, ask] = useState<string | null>(null)
  const wanted = asked === about.expression
  const shown = useQuery({ ...query(binding.preview, { projectId, ...about }), enabled: wanted })
  return (
    <section className="formula-preview" aria-label={t('preview')}>
      <div>
        <Button
          size="small"
          loading={shown.isFetching}
          onClick={() => (wanted ? void shown.refetch() : ask(about.expression))}
        >
          {t(wanted ? 'previewAgain' : 'preview')}
        </Button>
      </div>
      {wanted && <StateView of={shown}>{(made) => <Shown of={made} unit={about.unit} />}</StateView>}
    </section>
  )
}

function Shown({ of: made, unit }: { of: FormulaPreview; unit: About['unit'] }) {
  const t = useTexts(texts)
  return (
    <>
      {made.status === 'ok' ? (
        <div className="formula-value">
          {unit === 'money' ? (
            <Money value={made.value} strong />
          ) : unit === 'bool' ? (
            t(made.value === 'true' ? 'yes' : 'no')
          ) : (
            made.value
          )}
        </div>
      ) : (
        <p className="formula-says">
          <StatusTag tone={made.status === 'missing' ? 'waiting' : 'bad'}>{t(made.status)}</StatusTag> {made.reason}
        </p>
      )}
      {made.inputs.length > 0 && (
        <div className="formula-rows">
          <table>
            <caption className="third">{t('inputs')}</caption>
            <tbody>
              {made.inputs.map(({ cell, label, value }) => (
                <tr key={cell}>
                  <td>{cell}</td>
                  <td className="wide">{label}</td>
                  <td className="figure">{value ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {made.atoms.map((atom) => (
        <AtomTable key={atom.text} of={atom} />
      ))}
    </>
  )
}

function AtomTable({ of: atom }: { of: Atom }) {
  const t = useTexts(texts)
  const shown = atom.balance ? atom.accounts.length : atom.lines.length
  return (
    <section aria-label={t('rows', { name: atom.text })}>
      <h4>
        {atom.text} {atom.sum !== null && <Money value={atom.sum} />}
      </h4>
      <p className="third">{t('firstRows', { count: shown, all: atom.rows })}</p>
      <div className="formula-rows" ref={scrollsByKeyboard}>
        <table>{atom.balance ? <Accounts of={atom.accounts} /> : <Lines of={atom.lines} />}</table>
      </div>
    </section>
  )
}

function Lines({ of: lines }: { of: Atom['lines'] }) {
  const t = useTexts(texts)
  return (
    <>
      <thead>
        <tr>
          <th>{t('voucher')}</th>
          <th>{t('summary')}</th>
          <th>{t('account')}</th>
          <th className="figure">{t('debit')}</th>
          <th className="figure">{t('credit')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.ordinal}>
            <td>{line.voucherKey}</td>
            <td className="wide">{line.summary}</td>
            <td>{`${line.account} ${line.accountName}`}</td>
            <td className="figure">
              <Money value={line.debit} />
            </td>
            <td className="figure">
              <Money value={line.credit} />
            </td>
          </tr>
        ))}
      </tbody>
    </>
  )
}

function Accounts({ of: accounts }: { of: Atom['accounts'] }) {
  const t = useTexts(texts)
  return (
    <>
      <thead>
        <tr>
          <th>{t('account')}</th>
          <th className="figure">{t('opening')}</th>
          <th className="figure">{t('closing')}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.code}>
            <td className="wide">{`${account.code} ${account.fullName}`}</td>
            <td className="figure">
              <Money value={account.opening} />
            </td>
            <td className="figure">
              <Money value={account.closing} />
            </td>
          </tr>
        ))}
      </tbody>
    </>
  )
}
