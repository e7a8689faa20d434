import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type ChainStep, thinkChain } from '#contract/think-chain.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type VersionsProps = {
  id: string
  /** Absent where the chain may not be changed. */
  onTake: ((steps: ChainStep[]) => void) | undefined
  onClose: () => void
}

/** Earlier versions of a chain, with their steps; one can be taken into the editor. */
export function ChainVersions({ id, onTake, onClose }: VersionsProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const shortDate = useShortDate()
  const detail = useQuery(query(thinkChain.detail, { id }))
  return (
    <Drawer open title={t('versions')} size={480} mask={false} onClose={onClose} destroyOnHidden>
      <StateView of={detail} empty={{ when: ({ versions }) => versions.length === 0, says: t('noVersions') }}>
        {({ versions }) => (
          <ol className="chain-versions">
            {versions.map(({ version, name, steps, userName, time }) => (
              <li key={version}>
                <p>
                  <strong>{t('version', { no: version })}</strong> {name}
                </p>
                <p className="third">{t('byWhom', { who: userName, time: shortDate(time) })}</p>
                <ol>
                  {[...steps.entries()].map(([at, step]) => (
                    <li key={`${at} ${step.name}`}>{`${t(`kind_${step.kind}`)} · ${step.name}`}</li>
                  ))}
                </ol>
                {onTake && (
                  <Button size="small" onClick={() => onTake(steps)}>
                    {t('takeVersion')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </StateView>
    </Drawer>
  )
}
