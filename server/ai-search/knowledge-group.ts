import type { Group, SearchHit } from '#contract/ai-search.ts'
import type { Passage } from '#contract/knowledge.ts'
import { excerpt } from '#engine/retrieval/highlight.ts'
import { extentOf } from '#contract/grants.ts'
import { search } from '../knowledge/retrieve.ts'
import { passageSource } from '../tool/law-tools.ts'
import { groupOf, line, nothing, type Seeking, skipOf } from './seeking.ts'

/** Passages beyond this rank are no answer to anything. */
const MOST_PASSAGES = 50
const WIDTH = 180

/** Passages of the bases he may read. Never inside a transaction: a model of vectors may be asked. */
export async function knowledgeGroup(seeking: Seeking): Promise<Group> {
  const { kernel, user, query, projectId, language } = seeking
  if (extentOf(user.held, 'docFile.view') === undefined) return nothing(seeking, 'knowledge')
  const { passages } = await search(
    { kernel, user },
    { query, limit: MOST_PASSAGES, ...(projectId !== '' && { projectId }) },
  )
  const page = passages.slice(skipOf(seeking), skipOf(seeking) + seeking.size)
  return groupOf(seeking, 'knowledge', {
    total: passages.length,
    hits: page.map((passage) => Object.assign(hitOf(passage, language), shownPart(passage))),
  })
}

function hitOf(passage: Passage, language: Seeking['language']): Omit<SearchHit, 'quote' | 'marks'> {
  const { quote: _, ...source } = passageSource(passage, language)
  return {
    ...source,
    id: passage.chunkId,
    group: 'knowledge',
    owner: line(passage.baseName),
    aside: passage.standing === 'expired' || passage.superseded ? (language === 'en' ? 'expired' : '已失效') : '',
    amount: '',
  }
}

/** The stretch of the passage that holds most of what was asked. */
function shownPart({ text, marks }: Passage): Pick<SearchHit, 'quote' | 'marks'> {
  const { from, to } = excerpt(text, marks, WIDTH)
  return {
    quote: text.slice(from, to),
    marks: marks.flatMap((mark) =>
      mark.from >= from && mark.to <= to ? [{ from: mark.from - from, to: mark.to - from }] : [],
    ),
  }
}
