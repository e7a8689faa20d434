import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { enterprise } from '#contract/enterprise.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useShownName } from '../../firm/own-firm.ts'
import { useLayoutMenu } from '../../menu/layout-menu.ts'
import { SideFrame, SideSections } from '../../menu/SideMenu.tsx'
import { texts } from '../../menu/texts.ts'
import type { PartProps } from '../layouts.ts'

/** The left menu of the enterprise in the address: what the server gives for it. Without one the frame says so. */
export function EnterpriseSide({ scope }: PartProps) {
  const t = useTexts(texts)
  return scope ? (
    <EnterpriseMenu />
  ) : (
    <SideFrame label={t('enterpriseMenu')} mark={t('product')}>
      {null}
    </SideFrame>
  )
}

function EnterpriseMenu() {
  const t = useTexts(texts)
  const { search } = useLocation()
  const id = new URLSearchParams(search).get('enterpriseId') ?? ''
  const { data } = useQuery({ ...query(enterprise.detail, { id }), enabled: id !== '' })
  const shownName = useShownName()
  const menu = useLayoutMenu('enterprise')
  return (
    <SideFrame
      label={t('enterpriseMenu')}
      mark={data ? shownName(data.enterpriseName) : t('product')}
      drawn={menu.sections.length}
    >
      <SideSections of={menu} unnamed={t('enterpriseMenu')} />
    </SideFrame>
  )
}
