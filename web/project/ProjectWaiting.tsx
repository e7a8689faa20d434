import { useState } from 'react'
import { Link } from 'react-router'
import type { Project, ProjectHome } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CopyFilesDialog } from './CopyFilesDialog.tsx'
import { homeTexts } from './home-texts.ts'
import { useMayProject } from './project-actions.ts'
import { projectHref } from './stage.ts'

type Says = keyof typeof homeTexts
/** `count` 0: the sentence stands without a number. */
type Wait = { says: Says; count: number; tone: 'bad' | 'waiting'; go: Says; path: string }

function waitsOf({ stage }: Project, { waiting }: ProjectHome): Wait[] {
  const [files, verify, decide, papers] = [
    '/firmProject/financialInfo',
    '/firmProject/runprepare',
    '/firmProject/buildrelationbill',
    '/firmProject/genbillvalue',
  ] as const
  const waits: Wait[] = [
    { says: 'waitFiles', count: waiting.files, tone: 'waiting', go: 'goImport', path: files },
    { says: 'waitBlocking', count: waiting.blocking, tone: 'bad', go: 'goVerify', path: verify },
    { says: 'waitWarnings', count: waiting.warnings, tone: 'waiting', go: 'goVerify', path: verify },
    { says: 'waitRelations', count: waiting.relations, tone: 'waiting', go: 'goDecide', path: decide },
    { says: 'waitParams', count: waiting.params, tone: 'waiting', go: 'goAnswer', path: papers },
    { says: 'waitErrors', count: waiting.errors, tone: 'bad', go: 'goLook', path: papers },
    { says: 'waitMissing', count: waiting.missing, tone: 'waiting', go: 'goLook', path: papers },
  ]
  const open = waits.filter(({ count }) => count > 0)
  if (stage === 'empty' && waiting.files === 0)
    open.unshift({ says: 'waitNoFiles', count: 0, tone: 'waiting', go: 'goUpload', path: files })
  if (waiting.stale) open.push({ says: 'waitStale', count: 0, tone: 'waiting', go: 'goGenerate', path: papers })
  return open
}

/** What waits for somebody in a project, each with the way to it. */
export function ProjectWaiting({ of, home }: { of: Project; home: ProjectHome }) {
  const h = useTexts(homeTexts)
  const may = useMayProject()
  const [copying, setCopying] = useState(false)
  const waits = waitsOf(of, home)
  return (
    <section aria-labelledby={`waiting-${of.id}`}>
      <h2 className="section-title" id={`waiting-${of.id}`}>
        {h('waiting')}
      </h2>
      {waits.length === 0 ? (
        <p className="home-none">{h('nothingWaits')}</p>
      ) : (
        <ul className="waiting-list">
          {waits.map(({ says, count, tone, go, path }) => (
            <li key={says} data-tone={tone}>
              <Link to={projectHref(path, of)}>
                {count > 0 && <span className="waiting-count number">{count.toLocaleString('en')}</span>}
                <span className="waiting-says">{h(says)}</span>
                <span className="waiting-go">{h(go)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {of.stage === 'empty' && may('ledger.import', of) && (
        <button type="button" className="plain-button link" onClick={() => setCopying(true)}>
          {h('copyHere')}
        </button>
      )}
      <CopyFilesDialog to={copying ? of : undefined} onClose={() => setCopying(false)} />
    </section>
  )
}
