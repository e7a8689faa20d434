import type { Language } from '#contract/texts.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { type ProjectRow } from '../project/reach.ts'
import { type Question, questionOf } from '../relation/advise.ts'
import { adviceOf } from '../relation/mapping-advisor.ts'
import { standardAccount } from '../relation/relation-words.ts'
import { relationService } from '../relation/service.ts'
import { placeIn } from '../tool/tool-project.ts'
import type { Draft } from './proposal-store.ts'
import { sayWord } from './proposal-words.ts'
import { actorOf, modelNotice, type ModelAsker, type Notice } from './worded.ts'
import { openModels } from '../model/model-port.ts'

/** Waiting accounts in one go, the largest money first. */
const MOST = 60
const BILL = '/firmProject/buildrelationbill'

const accountSource = (project: ProjectRow, title: string): Source => ({
  kind: 'account',
  title,
  place: placeIn(project, BILL, {}),
})

const standardSaid = (key: string): string => {
  const standard = standardAccount(key)
  return `${standard?.code ?? ''} ${standard?.name ?? key}`.trim()
}

/** What the mapping engine thinks of accounts that wait for a person, in its own reasons. In the tenant's transaction. */
export async function ruleMappings(context: Context, project: ProjectRow): Promise<Draft[]> {
  const { language } = context
  const paging = {
    current: 1,
    size: MOST,
    sort: [],
    where: [{ field: 'status' as const, op: 'equal' as const, value: 'pending' }],
  }
  const { records } = await relationService.accounts(context, { projectId: project.id, ...paging })
  return records.flatMap(({ code, fullName, standard, confidence, evidence }): Draft[] => {
    if (standard === '') return []
    const reasons = evidence.map(({ text }) => text).join(language === 'en' ? '; ' : '；')
    const sure = sayWord('mapSure', language, { percent: Math.round(confidence * 100) })
    const account = `${code} ${fullName}`
    const said = { account, standard: standardSaid(standard), reason: `${reasons}${sure}` }
    return [
      {
        place: code,
        subject: account,
        text: sayWord('mapTo', language, said),
        evidence: [accountSource(project, account)],
        origin: 'rule',
        model: '',
        rule: '',
        weight: 2,
        wants: { accounts: [code], standard },
      },
    ]
  })
}

/** The question for a model; null where nothing waits. In the tenant's transaction. */
export async function mappingQuestion(db: Db, project: ProjectRow): Promise<Question | null> {
  if (!project.dataset_id) throw new Refusal('proposalNoBooks')
  const question = await questionOf(db, project.id, project.dataset_id)
  return question.accounts.length > 0 ? question : null
}

/** What the firm's model for proposals would map first-level accounts to. Outside a transaction. */
export async function modelMappings(
  asker: ModelAsker,
  project: ProjectRow,
  question: Question,
): Promise<{ drafts: Draft[]; notice: Notice; noticeText: string }> {
  const { kernel, language } = asker
  if (!(await openModels(kernel).has(actorOf(asker), 'propose')))
    return { drafts: [], notice: 'noModel', noticeText: '' }
  try {
    const { accounts, choices, meant } = question
    const asked = { projectId: project.id, accounts, choices }
    const { model, advice } = await adviceOf(kernel, actorOf(asker), asked)
    const drafts = advice.flatMap(({ id, standard, reason }): Draft[] => {
      const own = meant.get(id) ?? []
      const [first] = own
      if (!first) return []
      return [mappingDraft({ project, language, model }, own, { standard, reason })]
    })
    return { drafts, notice: '', noticeText: '' }
  } catch (error) {
    // a model that answers something else has no advice; the engine's own reasons stand
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
      return { drafts: [], notice: 'figuresDiffer', noticeText: '' }
    return { drafts: [], ...modelNotice(error, language) }
  }
}

function mappingDraft(
  { project, language, model }: { project: ProjectRow; language: Language; model: string },
  own: readonly { code: string; name: string }[],
  { standard, reason }: { standard: string; reason: string },
): Draft {
  const [first] = own
  const more = own.length > 1 ? (language === 'en' ? ` and ${own.length - 1} more` : ` 等 ${own.length} 个科目`) : ''
  const account = `${first?.code ?? ''} ${first?.name ?? ''}${more}`
  return {
    place: first?.code ?? '',
    subject: account,
    text: sayWord('mapTo', language, { account, standard: standardSaid(standard), reason }),
    evidence: [accountSource(project, account)],
    origin: 'model',
    model,
    rule: 'model',
    weight: 2,
    wants: { accounts: own.map(({ code }) => code), standard },
  }
}
