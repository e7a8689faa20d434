import { useState } from 'react'
import { type AddedDocuments, KNOWLEDGE_FILE, knowledgeDoc } from '#contract/knowledge-doc.ts'
import { useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { knowledge } from '#contract/knowledge.ts'
import { texts } from './texts.ts'

/** Sends one file to a base; its id, or nothing where it failed, which was said. */
export function useSendFile(baseId: string): (file: File) => Promise<string | undefined> {
  const t = useTexts(texts)
  return async (file) => {
    const { id, state, error, fileId } = await startUpload(file, { purpose: KNOWLEDGE_FILE, ownerId: baseId })
    if (state === 'done') {
      dropUpload(id)
      return fileId
    }
    say(t('uploadFailed', { name: file.name, why: error }))
    return undefined
  }
}

/** Says what was taken in, and watches its reading. */
export function useToldAdded(): (added: AddedDocuments) => void {
  const t = useTexts(texts)
  return ({ jobId, added }) => {
    if (added.length) say(t('added', { count: added.length }))
    if (jobId) watchJob(jobId)
  }
}

/** Uploads files and takes them in; asks what to do with those the base has already. */
export function useAddFiles(baseId: string) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const send = useSendFile(baseId)
  const told = useToldAdded()
  const take = useCommand(knowledgeDoc.add, { also: [knowledge.bases] })
  const [busy, setBusy] = useState<{ done: number; of: number }>()
  const add = async (files: readonly File[]) => {
    setBusy({ done: 0, of: files.length })
    const sent = new Map<string, string>()
    for (const [at, file] of files.entries()) {
      const fileId = await send(file)
      if (fileId !== undefined) sent.set(fileId, file.name)
      setBusy({ done: at + 1, of: files.length })
    }
    setBusy(undefined)
    if (sent.size === 0) return
    const fileIds = [...sent.keys()]
    const answer = await take.mutateAsync({ baseId, fileIds }).catch(() => undefined)
    if (!answer) return
    told(answer)
    if (answer.duplicates.length === 0) return
    const names = answer.duplicates.map(({ name, documentName }) => `${name}（${documentName}）`).join(listMark())
    if (!(await confirm({ says: t('duplicatesSay', { names }), ok: t('addAnyway') }))) return
    const again = fileIds.filter((id) => answer.duplicates.some(({ fileId }) => fileId === id))
    const second = await take.mutateAsync({ baseId, fileIds: again, evenSo: true }).catch(() => undefined)
    if (second) told(second)
  }
  return { add, busy }
}
