import { Link } from 'react-router'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { laterAt } from './later.ts'
import { texts } from './texts.ts'

/** A page whose work is still to come: its frame, its name, and what will be there. */
export function LaterPage() {
  const t = useTexts(texts)
  const say = useSay()
  const { pathname } = useTab()
  const later = laterAt(pathname)
  if (!later) return null
  return (
    <Page title={say(later.title)}>
      <Empty says={`${t('later')}${say(later.says)}`} action={<Link to="/">{t('home')}</Link>} />
    </Page>
  )
}
