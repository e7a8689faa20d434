import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { menu } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab, useTabKept, useTabTitle } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import './menu.css'

const KEEP_ALIVE = 2
/**
 * The other site works as itself, signs people in and keeps its settings, but neither leaves the frame nor opens dialogs. Its
 * origin is never ours: our own pages refuse every frame (frame-ancestors).
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads'

/**
 * /iframe/index?menuId=: the page of another site that one of the person's own menus leads to. The link comes from the server,
 * never from the address; what the other site may do is little (sandbox), and who shows is up to the operator (frame-src).
 */
export function FramedPage() {
  const t = useTexts(texts)
  const id = useTab().query.get('menuId') ?? ''
  const frame = useQuery({ ...query(menu.frame, { id }), enabled: id !== '' })
  const of = frame.data
  useTabTitle(of?.name)
  useTabKept(of === undefined || of.isOpen === KEEP_ALIVE)
  const gone = id === '' || (frame.error instanceof CallError && [400, 404].includes(frame.error.code))
  return (
    <Page
      fill
      title={of?.name ?? t('frame')}
      state={of && t('frameHost', { host: of.host })}
      action={of?.allowed && <OpenOutside address={of.address} />}
    >
      {gone ? (
        <Empty says={t('frameGone')} action={<Link to="/">{t('home')}</Link>} />
      ) : (
        <StateView of={frame} shape={<Bones lines={6} />}>
          {({ name, host, address, allowed }) =>
            allowed ? <Framed name={name} address={address} /> : <Refused host={host} address={address} />
          }
        </StateView>
      )}
    </Page>
  )
}

function Framed({ name, address }: { name: string; address: string }) {
  const [loaded, setLoaded] = useState(false)
  return (
    <div className="framed" aria-busy={!loaded}>
      {!loaded && <Bones lines={6} />}
      <iframe
        title={name}
        src={address}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}

function Refused({ host, address }: { host: string; address: string }) {
  const t = useTexts(texts)
  return (
    <div className="state-view" role="alert">
      <h2>{t('frameRefused')}</h2>
      <p>{t('frameRefusedText', { host })}</p>
      <OpenOutside address={address} />
    </div>
  )
}

function OpenOutside({ address }: { address: string }) {
  const t = useTexts(texts)
  return (
    <Button href={address} target="_blank" rel="noopener noreferrer">
      {t('openOutside')}
    </Button>
  )
}
