import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { projectHref } from '../project/stage.ts'
import { browserTexts } from './browser-texts.ts'
import { ToolFrame } from './ToolFrame.tsx'

const IMPORT = '/firmProject/financialInfo'
const SHOWN = '20'

/** /aiTools/ledgerImport: a ledger belongs to a project, so here one is chosen and its import opens. */
export function LedgerImportPage() {
  const t = useTexts(browserTexts)
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(project.list, { size: SHOWN, ...(typed && { projectName: typed }) }))
  return (
    <ToolFrame code="ledgerImport">
      <ol className="tool-steps">
        {(['ledgerGive', 'ledgerColumns', 'ledgerTies', 'ledgerPapers'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
      <p className="second tool-says">
        {t('ledgerAlone')} <Link to="/aiTools/journalToBalance">{t('ledgerAloneTool')}</Link>
      </p>
      <section className="tools-group" aria-label={t('ledgerChoose')}>
        <h2>{t('ledgerChoose')}</h2>
        <SearchField
          allowClear
          className="tool-search"
          value={typed}
          aria-label={t('ledgerSearch')}
          placeholder={t('ledgerSearch')}
          onChange={({ target }) => type(target.value)}
        />
        <StateView of={found}>
          {({ records, total }) =>
            records.length === 0 ? (
              <Empty says={t(typed === '' ? 'ledgerNoProjects' : 'ledgerNone')} />
            ) : (
              <>
                <ul className="tool-projects">
                  {records.map((row) => (
                    <li key={row.id}>
                      <Link to={projectHref(IMPORT, row)} target="_blank" rel="noopener">
                        {row.projectName}
                      </Link>
                      <span className="second">
                        {row.enterpriseName} · {row.year}
                      </span>
                    </li>
                  ))}
                </ul>
                {records.length < total && <p className="third">{t('ledgerMore', { shown: records.length, total })}</p>}
              </>
            )
          }
        </StateView>
      </section>
    </ToolFrame>
  )
}
