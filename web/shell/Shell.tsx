import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US.js'
import zhCN from 'antd/locale/zh_CN.js'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useEffect, useState } from 'react'
import { createBrowserRouter, Navigate, RouterProvider, useLocation } from 'react-router'
import { queries, randomKey } from '#web/kernel/api.ts'
import { isLeaving } from '#web/kernel/gateway.ts'
import { followJobs } from '#web/kernel/jobs.ts'
import { useLanguage } from '#web/kernel/language.ts'
import { keepLocalLog } from '#web/kernel/local-log.ts'
import { keepConnected } from '#web/kernel/push.ts'
import { keepRenewed } from '#web/kernel/renewal.ts'
import { useSession } from '#web/kernel/session.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { Notices } from '#web/kit/Notices.tsx'
import { keepFrameSettings } from '../bar/keep-frame-settings.ts'
import { isPlain, loadPage } from '../routes.ts'
import { antdTheme } from './antd-theme.ts'
import { FrameFailed } from './FrameFailed.tsx'
import { FirmGuard } from './FirmGuard.tsx'
import { Frame } from './Frame.tsx'
import { ActingBar } from '../tenant/ActingBar.tsx'
import { useLock } from '../session/lock.ts'
import { Lockable } from '../session/Lockable.tsx'
import { layoutOf, opensFor, pageAt, redirectOf, scopeOf } from './place.ts'
import { useTitleBefore } from '../tabs/page-title.ts'
import './shell.css'

type Locale = typeof zhCN extends { default: infer L } ? L : typeof zhCN
// The compiler sees a CommonJS module, the bundler an ES one.
const localeOf = (module: Locale | { default: Locale }): Locale => ('default' in module ? module.default : module)

/** What runs as long as somebody is signed in: renewal of the token, the push connection, the jobs it tells of. */
function useSignedInWork(userId: string) {
  useEffect(() => {
    if (!userId) return undefined
    const stops = [
      keepRenewed(),
      followJobs(),
      keepConnected(randomKey()),
      keepFrameSettings(userId),
      keepLocalLog(userId),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [userId])
}

/** What the server said in one language is asked again in the other. */
const askInNewLanguage = () =>
  useLanguage.subscribe((now, before) => {
    if (now.language === before.language) return
    // A first answer still on its way is in the language before, and invalidating alone would let it come.
    void queries.cancelQueries().then(() => queries.invalidateQueries())
  })

function Framed() {
  const language = useLanguage((state) => state.language)
  useEffect(askInNewLanguage, [])
  const { name, shade } = useTheme()
  return (
    <QueryClientProvider client={queries}>
      <ConfigProvider
        locale={localeOf(language === 'en' ? enUS : zhCN)}
        theme={antdTheme(name, shade)}
        button={{ autoInsertSpace: false }}
      >
        <App component={false} message={{ maxCount: 3 }}>
          <Notices />
          <Guarded />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** The frame with everything behind the sign-in: router, providers, guards, then the layout of the page the address names. */
export function Shell() {
  useTitleBefore()
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Framed />, errorElement: <FrameFailed /> }]),
  )
  // at once: every page waits behind a boundary of its own, and a closed tab must not leave a gap until the next is drawn
  return <RouterProvider router={router} useTransitions={false} />
}

/** Out of the frame, to a page that knows no router: a full load. */
function Leave({ to }: { to: string }) {
  useEffect(() => {
    if (!isLeaving()) location.replace(to)
    // left, and come back to by the browser's back button
    const again = ({ persisted }: PageTransitionEvent) => persisted && location.replace(to)
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [to])
  return null
}

const refusal = (at: string) => lazy(async () => ({ default: await loadPage(at) }))
/** Refusals are drawn in place: whoever is sent there loses none of his tabs. */
const refusals: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/403': refusal('/403'),
  '/404': refusal('/404'),
  '/500': refusal('/500'),
}
function Refused({ at }: { at: string }) {
  const Page = refusals[at]
  return <Suspense>{Page && <Page />}</Suspense>
}

const ForcedPasswordPage = lazy(async () => ({
  default: (await import('../person/ForcedPasswordPage.tsx')).ForcedPasswordPage,
}))
const ForcedPassword = () => (
  <Suspense>
    <ForcedPasswordPage />
  </Suspense>
)

const openLock = {
  OpenLockPage: lazy(async () => ({ default: (await import('../session/OpenLockPage.tsx')).OpenLockPage })),
  NobodysLockPage: lazy(async () => ({ default: (await import('../session/OpenLockPage.tsx')).NobodysLockPage })),
}
function OpenLock({ name }: { name: keyof typeof openLock }) {
  const Page = openLock[name]
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}

function Guarded() {
  const { accessToken, userId, mustChangePassword } = useSession()
  const { pathname } = useLocation()
  useSignedInWork(accessToken && !mustChangePassword ? userId : '')
  if (!accessToken) return pathname === '/lock' ? <OpenLock name="NobodysLockPage" /> : <Leave to="/portal" />
  if (mustChangePassword) return <ForcedPassword />
  return (
    <Lockable>
      <Placed />
    </Lockable>
  )
}

/** What the address names for who is signed in: its page, another address, or a refusal. */
function Placed() {
  const { roleName, held, tenantType } = useSession()
  const locked = useLock((state) => state.locked)
  const now = useLocation()
  const [last, setLast] = useState(now)
  if (now !== last && now.pathname !== '/lock') setLast(now)
  // a locked window may come upon /lock by its back button: what it holds stays
  const { pathname, search } = locked ? last : now
  if (pathname === '/lock') return <OpenLock name="OpenLockPage" />
  const person = { roleName, held, tenantType }
  const other = redirectOf(pathname, person)
  if (other) return <Navigate to={other + (pathname === '/' ? '' : search)} replace />
  if (Object.hasOwn(refusals, pathname)) return <Refused at={pathname} />
  const route = pageAt(pathname)
  if (!route) return isPlain(pathname) ? <Leave to={pathname} /> : <Navigate to="/404" replace />
  if (!opensFor(route, person)) return <Navigate to="/403" replace />
  return (
    <FirmGuard>
      <ActingBar />
      <Frame
        route={route}
        layout={layoutOf(route, person)}
        scope={scopeOf(route, new URLSearchParams(search), person)}
      />
    </FirmGuard>
  )
}
