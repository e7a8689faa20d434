import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { chainScopes, type ThinkChain } from '#contract/think-chain.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type ChainSideProps = {
  chains: readonly ThinkChain[]
  chosen: string
  onChoose: (id: string) => void
  onNew: () => void
}

/** The chains: the system's, the firm's, one's own. */
export function ChainSide({ chains, chosen, onChoose, onNew }: ChainSideProps) {
  const t = useTexts(texts)
  return (
    <>
      <Button block icon={<PlusOutlined />} onClick={onNew}>
        {t('newChain')}
      </Button>
      {chains.length === 0 && <p className="third">{t('noChains')}</p>}
      {chainScopes.map((scope) => {
        const rows = chains.filter((chain) => chain.scope === scope)
        return (
          rows.length > 0 && (
            <section key={scope} aria-label={t(`scope_${scope}`)}>
              <h2>{t(`scope_${scope}`)}</h2>
              <ul>
                {rows.map(({ id, name, steps, enabled }) => (
                  <li key={id} data-chosen={id === chosen || undefined}>
                    <button
                      type="button"
                      className="plain-button"
                      aria-current={id === chosen || undefined}
                      onClick={() => onChoose(id)}
                    >
                      <span>{name}</span>
                      <span className="third">
                        {t('stepCount', { count: steps.length })}
                        {!enabled && ` · ${t('off')}`}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </>
  )
}
