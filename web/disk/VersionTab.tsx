import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { diskFile } from '#contract/disk-file.ts'
import { type DiskNode, type DiskVersion, diskLevel } from '#contract/disk-shapes.ts'
import { file } from '#contract/file.ts'
import { download, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { viewerPath } from '../viewer/viewer-path.ts'
import { paneTexts as texts } from './pane-texts.ts'

/** The versions of a file: looked at, taken away, made the newest again, named so that they stay. */
export function VersionTab({ node }: { node: DiskNode }) {
  const t = useTexts(texts)
  const versions = useQuery(query(diskFile.versions, { id: node.id }))
  return (
    <StateView of={versions}>
      {(rows) => (
        <>
          <p className="third">{t('versionsHint')}</p>
          <ol className="disk-versions">
            {rows.map((version) => (
              <Version key={version.id} node={node} version={version} />
            ))}
          </ol>
        </>
      )}
    </StateView>
  )
}

function Version({ node, version }: { node: DiskNode; version: DiskVersion }) {
  const t = useTexts(texts)
  const short = useShortDate()
  const navigate = useNavigate()
  const prompt = usePrompt()
  const confirm = useConfirmDanger()
  const restore = useCommand(diskFile.restoreVersion)
  const entitle = useCommand(diskFile.nameVersion)
  const remove = useCommand(diskFile.removeVersion)
  const { id: versionId, no, current, comment, pinned } = version
  const which = { id: node.id, versionId }
  const mayEdit = node.level >= diskLevel.edit
  const asName = async () => {
    const typed = await prompt({
      title: t('nameVersion', { no }),
      label: t('versionName'),
      initial: comment,
      check: (text) => text.length <= 200 || t('nameTooLong'),
    })
    if (typed !== undefined) entitle.mutate({ ...which, comment: typed }, { onSuccess: () => say(t('saved')) })
  }
  const destroy = async () => {
    if (await confirm({ says: t('removeVersionSure', { no, name: node.name }), ok: t('removeVersion') }))
      remove.mutate(which, { onSuccess: () => say(t('versionRemoved')) })
  }
  const take = () =>
    download(file.download, { id: version.fileId }, node.name).catch((fault: unknown) => complain(fault))
  return (
    <li data-current={current || undefined}>
      <div className="disk-version-head">
        <strong>{t('versionNo', { no })}</strong>
        {current && <span className="disk-tag">{t('current')}</span>}
        {pinned && <span className="disk-tag">{t('kept')}</span>}
        <span className="third number">{sizeText(version.size)}</span>
      </div>
      {comment && <p>{comment}</p>}
      <p className="third">{`${version.createUserName} · ${short(version.createTime)}`}</p>
      <div className="disk-version-deeds">
        <Button
          size="small"
          type="link"
          onClick={() => void navigate(viewerPath({ fileId: version.fileId, name: node.name }))}
        >
          {t('look')}
        </Button>
        {node.level >= diskLevel.download && (
          <Button size="small" type="link" onClick={() => void take()}>
            {t('download')}
          </Button>
        )}
        {mayEdit && !current && (
          <Button
            size="small"
            type="link"
            loading={restore.isPending}
            onClick={() => restore.mutate(which, { onSuccess: () => say(t('versionRestored', { no })) })}
          >
            {t('restore')}
          </Button>
        )}
        {mayEdit && (
          <Button size="small" type="link" onClick={() => void asName()}>
            {t(comment ? 'rename' : 'giveName')}
          </Button>
        )}
        {mayEdit && !current && !pinned && (
          <Button size="small" type="link" danger onClick={() => void destroy()}>
            {t('removeVersion')}
          </Button>
        )}
      </div>
    </li>
  )
}
