import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { BaseSide } from './BaseSide.tsx'
import { DocList } from './DocList.tsx'
import { PlaceDrawer } from './PlaceDrawer.tsx'
import { SearchTry } from './SearchTry.tsx'
import { SynonymList } from './SynonymList.tsx'
import { texts } from './texts.ts'
import './knowledge.css'

/** /knowledge/llmKnowledgeDoc: bases on the left; documents, a retrieval test and synonyms on the right. `v.place` opens a citation. */
export function KnowledgePage() {
  const t = useTexts(texts)
  const bases = useQuery(query(knowledge.bases, {}))
  const [place, setPlace] = useView('place')
  return (
    <Page title={t('title')}>
      <StateView of={bases}>{(rows) => <Desk bases={rows} onPlace={setPlace} />}</StateView>
      <PlaceDrawer chunkId={place} onClose={() => setPlace('')} />
    </Page>
  )
}

function Desk({ bases, onPlace }: { bases: KnowledgeBase[]; onPlace: (chunkId: string) => void }) {
  const t = useTexts(texts)
  const [tab, setTab] = useView('tab', 'docs')
  const [chosen, choose] = useView('base')
  const base = bases.find(({ id }) => id === chosen) ?? bases[0]
  return (
    <div className="kb">
      <nav className="kb-side" aria-label={t('bases')}>
        <BaseSide bases={bases} chosen={base?.id ?? ''} onChoose={choose} />
      </nav>
      <div className="kb-work">
        <Tabs
          activeKey={tab}
          onChange={setTab}
          destroyOnHidden
          items={[
            {
              key: 'docs',
              label: t('tabDocs'),
              children: base ? <DocList key={base.id} base={base} /> : <Empty says={t('noBases')} />,
            },
            { key: 'try', label: t('tabTry'), children: <SearchTry bases={bases} onPlace={onPlace} /> },
            { key: 'synonyms', label: t('tabSynonyms'), children: <SynonymList /> },
          ]}
        />
      </div>
    </div>
  )
}
