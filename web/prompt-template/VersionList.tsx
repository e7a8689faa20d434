import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import {
  type PromptContent,
  type PromptTemplate,
  promptTemplate,
  type PromptVersion,
} from '#contract/prompt-template.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { changedLines } from './changed-lines.ts'
import { texts } from './texts.ts'

/** The published versions, each compared with what counts now, and brought back by who may change the template. */
export function VersionList({ of }: { of: PromptTemplate }) {
  const t = useTexts(texts)
  const versions = useQuery(query(promptTemplate.versions, { id: of.id }))
  const [compared, compare] = useState(0)
  const restore = useCommand(promptTemplate.restore)
  const now = of.draft ?? of.published
  const bringBack = (version: number) =>
    restore.mutate({ id: of.id, version, revision: of.revision }, { onSuccess: () => say(t('restored')) })
  return (
    <StateView of={versions}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty says={t('versionsNone')} />
        ) : (
          <ol className="prompt-versions">
            {rows.map((row) => (
              <li key={row.version}>
                <header>
                  <strong>{t('version', { version: row.version })}</strong>
                  <span className="third">{`${row.publishTime} ${row.publishUserName}`.trim()}</span>
                  <span className="row-actions">
                    <Button
                      type="link"
                      size="small"
                      aria-expanded={compared === row.version}
                      onClick={() => compare(compared === row.version ? 0 : row.version)}
                    >
                      {t(of.draft ? 'compareWith' : 'compareNow')}
                    </Button>
                    {of.mine && (
                      <Button type="link" size="small" onClick={() => bringBack(row.version)}>
                        {t('restore')}
                      </Button>
                    )}
                  </span>
                </header>
                {row.note && <p className="second">{row.note}</p>}
                {compared === row.version && now && <Changes before={row} after={now} />}
              </li>
            ))}
          </ol>
        )
      }
    </StateView>
  )
}

const namesOf = ({ variables }: PromptContent) => variables.map(({ name, kind }) => `${name}(${kind})`).join(listMark())

function Changes({ before, after }: { before: PromptVersion; after: PromptContent }) {
  const t = useTexts(texts)
  const lines = changedLines(before.body, after.body)
  const [was, is] = [namesOf(before), namesOf(after)]
  if (was === is && lines.every(({ kind }) => kind === 'same')) return <p className="second">{t('same')}</p>
  return (
    <>
      <pre className="prompt-changes">
        {lines.map(({ kind, text, at }) =>
          kind === 'same' ? (
            <span key={at}>{text}</span>
          ) : kind === 'gone' ? (
            <del key={at}>{text}</del>
          ) : (
            <ins key={at}>{text}</ins>
          ),
        )}
      </pre>
      {was !== is && <p className="second">{t('variablesDiffer', { before: was || '—', after: is || '—' })}</p>}
    </>
  )
}
