import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type RuleDetail, rulePack, type RuleSummary } from '#contract/rule-pack.ts'
import { query } from '#web/kernel/api.ts'
import { clauseMark, listMark, useTexts } from '#web/kernel/language.ts'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { useProjectHref } from '#web/ledger/project-place.tsx'
import { CertaintyMark } from './LawList.tsx'
import { texts } from './rule-texts.ts'

/** One rule whole: law, dates, figures by date, worked cases, what to take care of. */
export function RuleDetailView({ rule, projectId = '' }: { rule: string; projectId?: string }) {
  const told = useQuery(query(rulePack.detail, { rule, projectId }))
  return (
    <StateView of={told} shape={<Bones lines={10} />}>
      {(of) => <Told of={of} />}
    </StateView>
  )
}

function Told({ of }: { of: z.output<typeof RuleDetail> }) {
  const t = useTexts(texts)
  return (
    <article className="rule-detail">
      <p className="rule-formula">{of.formula}</p>
      <Facts
        of={{
          [t('certainty')]: (
            <>
              <CertaintyMark of={of.certainty} /> <span className="second">{of.certaintyWords}</span>
            </>
          ),
          [t('verified')]: of.verified,
          [t('effective')]: <Effective of={of} />,
          [t('difference')]: of.difference,
          [t('carry')]: of.carry,
          [t('paper')]: of.paper,
          [t('lines')]: of.lines.join(listMark()),
        }}
      />
      <h3>{t('law')}</h3>
      <ul className="law-list">
        {of.law.map(({ doc, article }) => (
          <li key={`${doc}${article}`}>
            {doc} {article}
          </li>
        ))}
      </ul>
      <h3>{t('figures')}</h3>
      {of.rates.length === 0 ? (
        <p className="second">{t('noFigures')}</p>
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('value')}</th>
              <th scope="col">{t('case')}</th>
              <th scope="col">{t('effective')}</th>
              <th scope="col">{t('document')}</th>
            </tr>
          </thead>
          <tbody>
            {of.rates.map((rate) => (
              <tr key={`${rate.name}${rate.case}${rate.from}`}>
                <th scope="row">
                  <span className="number">{rate.value}</span>{' '}
                  <span className="third" title={rate.name}>
                    {rate.label}
                  </span>
                </th>
                <td>{rate.case}</td>
                <td>
                  <Effective of={rate} />
                </td>
                <td>{rate.law.map(({ doc, article }) => `${doc} ${article}`.trim()).join(clauseMark())}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>{t('cases')}</h3>
      {of.cases.length === 0 ? (
        <p className="second">{t('noCases')}</p>
      ) : (
        <ul className="rule-cases">
          {of.cases.map(({ given, gives }) => (
            <li key={given} className="number">
              {t('given', { given })}；{t('gives', { gives })}
            </li>
          ))}
        </ul>
      )}
      {of.used.length > 0 && (
        <>
          <h3>{t('used')}</h3>
          <UsedCells of={of.used} />
        </>
      )}
      {of.pitfalls.length > 0 && (
        <>
          <h3>{t('pitfalls')}</h3>
          <ul className="law-list">
            {of.pitfalls.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

/** Cells of the project that stand under the rule; each opens in its paper. */
function UsedCells({ of }: { of: z.output<typeof RuleDetail>['used'] }) {
  const href = useProjectHref()
  return (
    <ul className="law-list">
      {of.map(({ cell, paperId, label }) => (
        <li key={cell}>
          <Link to={href('/wps/index', { paperId, cell })}>
            <span className="number">{cell}</span> {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** From when to when something holds. */
export function Effective({ of }: { of: Pick<RuleSummary, 'from' | 'to'> }) {
  const t = useTexts(texts)
  return (
    <span className="number">
      {of.to === '' ? t('from', { from: of.from }) : t('between', { from: of.from, to: of.to })}
    </span>
  )
}
