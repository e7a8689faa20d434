import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { type ThinkChain, thinkChain } from '#contract/think-chain.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty, Forbidden, StateView } from '#web/kit/StateView.tsx'
import { ChainEditor } from './ChainEditor.tsx'
import { ChainSide } from './ChainSide.tsx'
import { StepsOfAnswer } from './StepsOfAnswer.tsx'
import { texts } from './texts.ts'
import './think-chain.css'

const NEW = 'new'

/** /thinkChain/index: the chains at the left, one of them to work on; `v.message` shows the steps of an answer instead. */
export function ThinkChainPage() {
  const t = useTexts(texts)
  const may = useMay()
  const { query: place } = useTab()
  const setView = useSetView()
  const allowed = may('thinkChain.use')
  const chains = useQuery({ ...query(thinkChain.list, {}), enabled: allowed })
  const messageId = place.get('v.message') ?? ''
  if (!allowed) return <Forbidden />
  return (
    <Page
      title={t('title')}
      action={
        messageId !== '' && <Button onClick={() => setView({ 'v.message': undefined })}>{t('backToChains')}</Button>
      }
    >
      {messageId ? (
        <StepsOfAnswer messageId={messageId} />
      ) : (
        <StateView of={chains}>{(rows) => <Desk chains={rows} />}</StateView>
      )}
    </Page>
  )
}

function Desk({ chains }: { chains: readonly ThinkChain[] }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const { query: place } = useTab()
  const setView = useSetView()
  const chosen = place.get('v.chain') ?? ''
  const dirty = useRef(false)
  // a new chain after another new one begins anew, too
  const [round, setRound] = useState(0)
  const chain = chains.find(({ id }) => id === chosen)
  const go = (id: string) => {
    dirty.current = false
    setRound((before) => before + 1)
    setView({ 'v.chain': id })
  }
  const leave = async (id: string) => {
    const says = t('leaveSure', { name: chain?.name ?? t('newChain') })
    if (!dirty.current || (await confirm({ says, ok: t('discard') }))) go(id)
  }
  return (
    <div className="chain">
      <nav className="chain-side" aria-label={t('chains')}>
        <ChainSide chains={chains} chosen={chosen} onChoose={(id) => void leave(id)} onNew={() => void leave(NEW)} />
      </nav>
      {chain || chosen === NEW ? (
        <ChainEditor
          key={`${round} ${chain?.version ?? ''}`}
          of={chain}
          onSaved={go}
          onGone={() => go('')}
          onDirty={(now) => {
            dirty.current = now
          }}
        />
      ) : (
        <Empty says={t('chooseOne')} />
      )}
    </div>
  )
}
