import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { docRequest, type RequestDetailRow } from '#contract/doc-request.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

/** When the client was reminded, by whom, of how much. */
export function RemindList({ of, onClose }: { of: RequestDetailRow; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const rows = useQuery(pageQuery(docRequest.reminds, { id: of.id, size: 100 }))
  return (
    <Drawer open title={t('history')} onClose={onClose} size={440} destroyOnHidden>
      <StateView of={rows} empty={{ when: ({ total }) => total === 0, says: t('noHistory') }}>
        {({ records }) => (
          <ul className="request-reminds">
            {records.map(({ id, way, to, items, by, problem, time }) => (
              <li key={id}>
                <strong>{t('remindLine', { way: t(`way_${way}`), n: items })}</strong>
                <span className="third">
                  {[time.slice(0, 16), by || t('byItself'), to].filter(Boolean).join(' · ')}
                </span>
                {problem && <span className="request-late">{problem}</span>}
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Drawer>
  )
}
