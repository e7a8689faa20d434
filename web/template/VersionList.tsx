import { Button } from 'antd'
import { useState } from 'react'
import { paperTemplate, type TemplateDetail } from '#contract/paper-template.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { texts } from './texts.ts'

type VersionListProps = { of: TemplateDetail; onVersion: (version: string) => void }

/** Every version: who, when, what for, how many projects; look at it, compare it, publish it anew. */
export function VersionList({ of, onVersion }: VersionListProps) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const [compared, setCompared] = useState<{ from: number; to: number }>()
  const rollBack = useCommand(paperTemplate.rollBack)
  const again = async (version: number) => {
    if (!(await confirm({ says: t('rollBackSure', { version }), ok: t('rollBack') }))) return
    rollBack.mutate(
      { id: of.id, rev: of.rev, version },
      {
        onSuccess: (said) => {
          say(t('rolledBack', { version: said.version }))
          onVersion('')
        },
      },
    )
  }
  return (
    <ul className="template-list template-versions">
      {of.versions.map((one, at) => {
        const { version } = one
        const before = of.versions[at + 1]
        return (
          <li key={version}>
            <b>
              {t('versionNo', { version })}{' '}
              <StatusTag tone={one.published ? 'plain' : 'waiting'}>
                {t(one.published ? 'published' : 'draft')}
              </StatusTag>
            </b>
            {one.note !== '' && <span>{one.note}</span>}
            <span className="second">
              {[one.publishUserName || one.createUserName, one.publishTime || one.createTime, one.fileName]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
            <span className="second">{t('usedBy', { count: one.projects })}</span>
            <span className="template-buttons">
              {version !== of.version && (
                <Button size="small" onClick={() => onVersion(String(version))}>
                  {t('open')}
                </Button>
              )}
              {before && (
                <Button size="small" onClick={() => setCompared({ from: before.version, to: version })}>
                  {t('compare')}
                </Button>
              )}
              {one.published && version !== of.currentVersion && of.draftVersion === 0 && (
                <Button size="small" loading={rollBack.isPending} onClick={() => void again(version)}>
                  {t('rollBack')}
                </Button>
              )}
            </span>
          </li>
        )
      })}
      {compared && <CompareDialog id={of.id} {...compared} onClose={() => setCompared(undefined)} />}
    </ul>
  )
}
