import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { rolesOf } from '#contract/grants.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { ConsultantHome } from './ConsultantHome.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeFilters } from './HomeFilters.tsx'
import { useLists } from './home-lists.ts'
import { ManagerHome, PartnerHome } from './PartnerHome.tsx'
import { useStatistics } from './statistics.ts'
import { texts } from './texts.ts'

/** /firm/index: three forms of one home: the partner's (administrator), the manager's (admin), the consultant's. */
export function FirmHomePage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const may = useMay()
  const roles = rolesOf(useSession((state) => state.roleName))
  const whole = useStatistics()
  const lists = useLists()
  const form = roles.includes('administrator') ? 'partner' : roles.includes('admin') ? 'manager' : 'consultant'
  const begins = whole.data !== undefined && whole.data.kpi.enterprises + whole.data.kpi.projects === 0
  const tools = may('aiTool.use') && <Button onClick={() => void navigate('/firm/firmTools')}>{t('tools')}</Button>
  return (
    <Page
      title={t('firmHome')}
      action={
        <>
          {form !== 'consultant' && !begins && <HomeFilters />}
          {tools}
        </>
      }
    >
      <AtOnce>
        {begins ? (
          <FirstSteps lists={lists} />
        ) : form === 'partner' ? (
          <PartnerHome />
        ) : form === 'manager' ? (
          <ManagerHome />
        ) : (
          <ConsultantHome />
        )}
      </AtOnce>
    </Page>
  )
}
