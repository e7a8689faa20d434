import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { aiSearch, type Group, type SearchGroup } from '#contract/ai-search.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { HitRow } from './HitRow.tsx'
import { wordsOf } from './marked-words.ts'
import { texts } from './texts.ts'

type GroupProps = { of: Group; query: string; onAll: () => void }

/** The first of a group, and the way to all of it. */
export function GroupPart({ of: group, query, onAll }: GroupProps) {
  const t = useTexts(texts)
  const name = t(group.group)
  return (
    <section className="hits" aria-label={name}>
      <h2>
        {name} <span className="third">{countText(group)}</span>
      </h2>
      <Hits of={group} query={query} />
      {group.total > group.records.length && (
        <Button type="link" size="small" onClick={onAll}>
          {t('showAll', { count: countText(group) })}
        </Button>
      )}
    </section>
  )
}

/** How many, with a sign where counting stopped. */
export const countText = ({ total, atLeast }: Pick<Group, 'total' | 'atLeast'>) => `${total}${atLeast ? '+' : ''}`

function Hits({ of: group, query }: Pick<GroupProps, 'of' | 'query'>) {
  const t = useTexts(texts)
  const words = wordsOf(query)
  return (
    <>
      <ol className="hit-list">
        {group.records.map((hit) => (
          <HitRow key={hit.id} of={hit} words={words} />
        ))}
      </ol>
      {group.left > 0 && <p className="third">{t('left', { count: group.left })}</p>}
    </>
  )
}

const SIZE = 20
type WholeProps = { group: SearchGroup; query: string; projectId: string }

/** One group by pages. */
export function WholeGroup({ group, query, projectId }: WholeProps) {
  const t = useTexts(texts)
  const [page, turn] = useView('page', '1')
  const current = Math.max(1, Math.trunc(Number(page)) || 1)
  const found = useQuery(pageQuery(aiSearch.group, { query, projectId, group, current, size: SIZE }))
  return (
    <StateView of={found}>
      {(data) =>
        data.total === 0 ? (
          <p className="second">{t('nothing', { text: query })}</p>
        ) : (
          <section className="hits" aria-label={t(group)}>
            <Hits of={data} query={query} />
            <Pagination
              size="small"
              hideOnSinglePage
              showSizeChanger={false}
              current={current}
              pageSize={SIZE}
              total={Math.min(data.total, 50 * SIZE)}
              onChange={(next) => turn(next === 1 ? '' : String(next))}
            />
          </section>
        )
      }
    </StateView>
  )
}
