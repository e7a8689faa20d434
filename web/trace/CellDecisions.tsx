import { useQuery } from '@tanstack/react-query'
import { file } from '#contract/file.ts'
import { type Decision, trace } from '#contract/trace.ts'
import { download, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Who decided what a cell stands on: overrides, rows people entered, adjusting entries, answers. */
export function CellDecisions({ projectId, cell }: { projectId: string; cell: string }) {
  const t = useTexts(texts)
  const found = useQuery(query(trace.decisions, { projectId, cell }))
  if (!found.data || found.data.length === 0) return null
  return (
    <section className="chain-decisions" aria-label={t('decisions')}>
      <h3>{t('decisions')}</h3>
      <ul>
        {found.data.map((one) => (
          <Told key={`${one.kind}|${one.of}|${one.value}|${one.time}`} of={one} />
        ))}
      </ul>
    </section>
  )
}

function Told({
  of: { kind, of, value, instead, reason, evidence, fileId, fileName, userName, time },
}: {
  of: Decision
}) {
  const t = useTexts(texts)
  return (
    <li>
      <strong>{t(kind)}</strong> {of}：{value}
      {instead !== '' && <span className="second">（{t('instead', { value: instead })}）</span>}
      {reason !== '' && (
        <div>
          {t('reason')}：{reason}
        </div>
      )}
      <div className={evidence === '' && fileId === '' ? 'third' : undefined}>
        {t('evidence')}：{evidence || (fileId === '' ? t('noEvidence') : '')}
        {fileId !== '' && (
          <button
            type="button"
            className="plain-button link"
            onClick={() => void download(file.download, { id: fileId }, fileName).catch(() => undefined)}
          >
            {fileName}
          </button>
        )}
      </div>
      <div className="third">{t('decided', { who: userName, time })}</div>
    </li>
  )
}
