import { Button, Dropdown } from 'antd'
import { knowledgeDoc, type KnowledgeDoc } from '#contract/knowledge-doc.ts'
import { baseLevel, knowledge, type KnowledgeBase, knowledgeKinds } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { texts } from './texts.ts'

type ActionsProps = { docs: readonly KnowledgeDoc[]; base: KnowledgeBase; deleted: boolean; onDone: () => void }

/** What can be done with the checked documents; each only for who may. */
export function DocActions({ docs, base, deleted, onDone }: ActionsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirm()
  const confirmDanger = useConfirmDanger()
  const also = { also: [knowledge.bases] }
  const download = useCommand(knowledgeDoc.download)
  const changeType = useCommand(knowledgeDoc.changeType)
  const reindex = useCommand(knowledgeDoc.reindex)
  const remove = useCommand(knowledgeDoc.remove, also)
  const restore = useCommand(knowledgeDoc.restore, also)
  const ids = docs.map(({ id }) => id).join(',')
  const count = docs.length
  const done = (text: string) => {
    say(text)
    onDone()
  }
  const begun = ({ jobId }: { jobId: string }) => {
    watchJob(jobId)
    done(t('begun'))
  }
  const again = async () => {
    if (await confirm({ says: t('reindexSure', { count }), ok: t('reindex') }))
      reindex.mutate({ ids }, { onSuccess: begun })
  }
  const destroy = async () => {
    if (await confirmDanger({ says: t('removeSure', { count }), ok: t('remove') }))
      remove.mutate({ ids }, { onSuccess: () => done(t('removed')) })
  }
  if (deleted)
    return (
      may('docFile.delete') && (
        <Button
          size="small"
          loading={restore.isPending}
          onClick={() => restore.mutate({ ids }, { onSuccess: () => done(t('restored')) })}
        >
          {t('restore')}
        </Button>
      )
    )
  const adds = base.level >= baseLevel.add
  return (
    <>
      {may('docFile.batch') && base.scope !== 'system' && (
        <Button size="small" onClick={() => download.mutate({ ids }, { onSuccess: begun })}>
          {t('batchDownload')}
        </Button>
      )}
      {may('docFile.batch') && adds && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: knowledgeKinds.map((kind) => ({
              key: kind,
              label: t(`kind_${kind}`),
              onClick: () => changeType.mutate({ ids, kind }, { onSuccess: () => done(t('saved')) }),
            })),
          }}
        >
          <Button size="small">{t('batchType')}</Button>
        </Dropdown>
      )}
      {may('docFile.edit') && adds && (
        <Button size="small" loading={reindex.isPending} onClick={() => void again()}>
          {t('reindex')}
        </Button>
      )}
      {may('docFile.delete') && (adds || base.scope !== 'system') && (
        <Button size="small" danger onClick={() => void destroy()}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
