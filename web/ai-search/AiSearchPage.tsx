import { useQuery } from '@tanstack/react-query'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { aiSearch, type Group, searchGroups, type SearchGroup } from '#contract/ai-search.ts'
import { query as queryOf } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { isTyping } from '#web/kit/typing.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { ProjectPick } from '../chat/ProjectPick.tsx'
import { countText, GroupPart, WholeGroup } from './GroupPart.tsx'
import { SummaryPart } from './SummaryPart.tsx'
import { texts } from './texts.ts'
import './ai-search.css'

/** What is asked for in one go: the slower ones do not hold up the others. */
const batches = ['client,project,paper,account,file', 'voucher', 'knowledge'] as const
const isGroup = (name: string | null): name is SearchGroup => searchGroups.some((group) => group === name)

/** /aiSearch/index: one box over everything a person may see. Query, project and kind stand in the address. */
export function AiSearchPage() {
  const t = useTexts(texts)
  const { query: place, active } = useTab()
  const setView = useSetView()
  const may = useMay()
  const query = (place.get('v.q') ?? '').trim()
  const projectId = place.get('v.project') ?? ''
  const shown = place.get('v.group')
  const [typed, type] = useState(query)
  const [asked, setAsked] = useState(query)
  const field = useRef<InputRef>(null)
  // a link from elsewhere brings another query into the box
  if (asked !== query) {
    setAsked(query)
    type(query)
  }
  useEffect(() => {
    if (active && query === '') field.current?.focus()
  }, [active, query])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || isTyping()) return
    event.preventDefault()
    field.current?.focus()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])
  const ask = (text: string) => setView({ 'v.q': text.trim() || undefined, 'v.group': undefined, 'v.page': undefined })
  return (
    <Page title={t('title')}>
      <search className="search-box">
        <Input
          ref={field}
          type="search"
          allowClear
          size="large"
          aria-label={t('box')}
          placeholder={t('hint')}
          maxLength={200}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onPressEnter={(event) => event.nativeEvent.isComposing || ask(typed)}
        />
        <Button type="primary" size="large" disabled={typed.trim() === ''} onClick={() => ask(typed)}>
          {t('go')}
        </Button>
        {may('project.view') && (
          <ProjectPick
            label={t('inProject')}
            value={projectId}
            onChange={(id) => setView({ 'v.project': id, 'v.page': undefined })}
          />
        )}
      </search>
      {query === '' ? (
        <Empty says={t('begin')} />
      ) : (
        <Results
          key={`${query} ${projectId}`}
          query={query}
          projectId={projectId}
          group={isGroup(shown) ? shown : null}
          onGroup={(group) => setView({ 'v.group': group ?? undefined, 'v.page': undefined })}
        />
      )}
    </Page>
  )
}

type ResultsProps = {
  query: string
  projectId: string
  group: SearchGroup | null
  onGroup: (group: SearchGroup | null) => void
}

function Results({ query, projectId, group, onGroup }: ResultsProps) {
  const t = useTexts(texts)
  const [first, second, third] = batches
  const found = [
    useQuery(queryOf(aiSearch.search, { query, projectId, groups: first })),
    useQuery(queryOf(aiSearch.search, { query, projectId, groups: second })),
    useQuery(queryOf(aiSearch.search, { query, projectId, groups: third })),
  ]
  const groups = found.flatMap(({ data }) => data?.groups ?? [])
  const of = (name: SearchGroup) => groups.find((one) => one.group === name)
  const there = searchGroups.flatMap((name) => of(name) ?? []).filter(({ total, left }) => total > 0 || left > 0)
  const hits = there.reduce((sum, { total }) => sum + total, 0)
  const pending = found.some(({ isPending }) => isPending)
  const failed = found.find(({ isError }) => isError)
  return (
    <>
      <Facets of={of} group={group} onGroup={onGroup} />
      {hits > 0 && <SummaryPart query={query} projectId={projectId} />}
      {group ? (
        <WholeGroup key={group} group={group} query={query} projectId={projectId} />
      ) : (
        there.map((one) => <GroupPart key={one.group} of={one} query={query} onAll={() => onGroup(one.group)} />)
      )}
      {pending && <Bones lines={4} />}
      {failed && <Failing fault={failed.error} retry={() => failed.refetch()} />}
      {!pending && !failed && hits === 0 && (
        <Empty says={t('nothing', { text: query })} action={<p className="second">{t('nothingHint')}</p>} />
      )}
    </>
  )
}

type FacetsProps = {
  of: (name: SearchGroup) => Group | undefined
  group: SearchGroup | null
  onGroup: (group: SearchGroup | null) => void
}

/** The kinds with how many of each; one is shown, or all. */
function Facets({ of, group, onGroup }: FacetsProps) {
  const t = useTexts(texts)
  return (
    <nav className="facets" aria-label={t('facets')}>
      <button type="button" aria-pressed={group === null} onClick={() => onGroup(null)}>
        {t('all')}
      </button>
      {searchGroups.map((name) => {
        const one = of(name)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={group === name}
            disabled={one?.total === 0}
            onClick={() => onGroup(name)}
          >
            {t(name)} <span className="facet-count">{one ? countText(one) : '·'}</span>
          </button>
        )
      })}
    </nav>
  )
}
