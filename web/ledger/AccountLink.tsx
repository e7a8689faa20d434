import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { bookTexts } from './book-texts.ts'
import { useProjectHref, useProjectId } from './project-place.tsx'
import './books.css'

/** Where an account's detail ledger stands. */
export function useDetailHref() {
  const href = useProjectHref()
  return (datasetId: string, account: string) =>
    href('/firmProject/financialInfo', { dataset: datasetId, show: 'detail', 'detail.account': account })
}

type AccountLinkProps = { datasetId: string; account: string; children: ReactNode }

/** An account wherever it is named: leads to its detail ledger. Outside of a project it is only named. */
export function AccountLink({ datasetId, account, children }: AccountLinkProps) {
  const t = useTexts(bookTexts)
  const href = useDetailHref()
  const projectId = useProjectId()
  if (projectId === '' || datasetId === '' || account === '') return <>{children}</>
  return (
    <Link
      className="account-link"
      to={href(datasetId, account)}
      title={t('openDetail', { account })}
      // the row around it opens the voucher
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  )
}
