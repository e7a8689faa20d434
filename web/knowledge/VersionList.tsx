import { Button } from 'antd'
import { Link } from 'react-router'
import { file } from '#contract/file.ts'
import type { KnowledgeVersion } from '#contract/knowledge-doc.ts'
import { download } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { sizeText } from '#web/ledger/size-text.ts'
import { viewerPath } from '#web/viewer/viewer-path.ts'
import { useSaid } from './said-text.ts'
import { texts } from './texts.ts'

const tones: Record<KnowledgeVersion['status'], Tone> = {
  queued: 'waiting',
  parsing: 'active',
  ready: 'good',
  failed: 'bad',
}

/** The versions of a document, newest first, each with its days and its original. */
export function VersionList({ versions }: { versions: readonly KnowledgeVersion[] }) {
  const t = useTexts(texts)
  const said = useSaid()
  return (
    <ul className="kb-versions">
      {versions.map((version) => (
        <li key={version.id}>
          <div className="kb-found-head">
            <strong>{`${t('versionNo')} ${version.no}`}</strong>
            <StatusTag tone={tones[version.status]}>{t(`status_${version.status}`)}</StatusTag>
            {version.current && <StatusTag tone="plain">{t('current')}</StatusTag>}
          </div>
          <div>{version.fileName}</div>
          <div className="third">
            {[
              t('until', { from: version.effectiveFrom ?? t('unknownDay'), to: version.endsOn ?? t('noEnd') }),
              sizeText(version.size),
              t('pagesOf', { count: version.pages }),
              `${version.chunks} ${t('chunks')}`,
              version.createUserName,
              version.createTime,
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          {version.problem && <p className="kb-problem">{said(version.problem)}</p>}
          {version.fileId !== '' && (
            <>
              <Link to={viewerPath({ fileId: version.fileId, name: version.fileName })}>{t('viewOriginal')}</Link>
              <Button
                type="link"
                size="small"
                aria-label={`${t('download')} ${version.fileName}`}
                onClick={() =>
                  void download(file.download, { id: version.fileId }, version.fileName).catch((fault: unknown) =>
                    complain(fault),
                  )
                }
              >
                {t('download')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
