import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { diskLevel, type DiskNode } from '#contract/disk-shapes.ts'
import { share, type ShareRow } from '#contract/share.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { paneTexts as texts } from './pane-texts.ts'

const tones: Record<ShareRow['state'], Tone> = {
  active: 'good',
  expired: 'plain',
  exhausted: 'waiting',
  revoked: 'plain',
  lost: 'bad',
}

/** The links one has made to this; new ones and their terms are in the dialog. */
export function ShareTab({ node, onShare }: { node: DiskNode; onShare: () => void }) {
  const t = useTexts(texts)
  const shares = useQuery(pageQuery(share.list, { nodeId: node.id, size: 100, descs: 'createTime' }))
  return (
    <>
      <p className="third">{t(`sharesHint_${node.kind}`)}</p>
      {node.level >= diskLevel.download && (
        <Button size="small" className="disk-pane-deed" onClick={onShare}>
          {t('newShare')}
        </Button>
      )}
      <StateView of={shares}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="third disk-pane-none">{t('noShares')}</p>
          ) : (
            <ul className="disk-versions">
              {records.map((one) => (
                <li key={one.id}>
                  <div className="disk-version-head">
                    <strong>{one.title || t(`shareMode_${one.mode}`)}</strong>
                    <StatusTag tone={tones[one.state]}>{t(`shareState_${one.state}`)}</StatusTag>
                  </div>
                  <p className="third">
                    {[
                      t(`shareMode_${one.mode}`),
                      one.expireDay ? t('until', { day: one.expireDay }) : t('noEnd'),
                      t('shareUse', { views: one.views, used: one.usedCount }),
                    ].join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </StateView>
    </>
  )
}
