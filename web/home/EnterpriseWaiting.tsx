import { useQueries } from '@tanstack/react-query'
import { type Project, project, type ProjectHome } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { homeTexts } from '../project/home-texts.ts'
import { projectHref } from '../project/stage.ts'
import { Block } from './Block.tsx'
import { texts } from './texts.ts'

/** So many open projects are asked what they wait for, those due first. */
const FEW = 4

const [FILES, VERIFY, DECIDE, PAPERS] = [
  '/firmProject/financialInfo',
  '/firmProject/runprepare',
  '/firmProject/buildrelationbill',
  '/firmProject/genbillvalue',
] as const
type Waiting = ProjectHome['waiting']
const waits = [
  ['files', 'waitFiles', FILES],
  ['blocking', 'waitBlocking', VERIFY],
  ['warnings', 'waitWarnings', VERIFY],
  ['relations', 'waitRelations', DECIDE],
  ['params', 'waitParams', PAPERS],
  ['errors', 'waitErrors', PAPERS],
  ['missing', 'waitMissing', PAPERS],
] as const satisfies readonly (readonly [keyof Waiting, keyof typeof homeTexts, string])[]

/** What is missing and which questions are open, project by project; each line opens its step. */
export function EnterpriseWaiting({ rows }: { rows: readonly Project[] }) {
  const t = useTexts(texts)
  const open = rows
    .filter(({ stage, year }) => stage !== 'generated' || year === rows[0]?.year)
    .toSorted((a, b) => (a.dueDate || '9').localeCompare(b.dueDate || '9'))
    .slice(0, FEW)
  const homes = useQueries({ queries: open.map(({ id }) => query(project.home, { id })) })
  const failed = homes.find(({ isError }) => isError)
  const lines = open.flatMap((row, at) => {
    const waiting = homes[at]?.data?.waiting
    return waiting ? <WaitingLines key={row.id} row={row} waiting={waiting} /> : []
  })
  return (
    <Block title={t('openQuestions')} period={t('now')}>
      {failed ? (
        <Failing fault={failed.error} retry={failed.refetch} />
      ) : homes.some(({ data }) => !data) ? (
        <Bones lines={3} />
      ) : lines.length === 0 ? (
        <Empty says={t('nothingOpen')} />
      ) : (
        <ul className="due-list">{lines}</ul>
      )}
    </Block>
  )
}

function WaitingLines({ row, waiting }: { row: Project; waiting: Waiting }) {
  const say = useTexts(homeTexts)
  const found = waits.filter(([name]) => waiting[name] > 0)
  const none = row.stage === 'empty' && waiting.files === 0
  return (
    <li className="enterprise-waits">
      <strong>
        {row.projectName} · {row.year}
      </strong>
      <ul>
        {none && (
          <li>
            <a href={projectHref(FILES, row)} target="_blank" rel="noopener">
              {say('waitNoFiles')}
            </a>
          </li>
        )}
        {found.map(([name, says, path]) => (
          <li key={name}>
            <a href={projectHref(path, row)} target="_blank" rel="noopener">
              <span className="number">{waiting[name].toLocaleString('en')}</span> {say(says)}
            </a>
          </li>
        ))}
        {!none && found.length === 0 && <li className="second">{say('nothingWaits')}</li>}
      </ul>
    </li>
  )
}
