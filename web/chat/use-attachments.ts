import { useState } from 'react'
import { CHAT_FILE, MOST_ATTACHMENTS } from '#contract/chat.ts'
import type { ChatAttachment } from '#contract/chat-message.ts'
import { randomKey } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { texts } from './texts.ts'

/** A file for the next message; without `fileId` it is on its way. */
export type PendingFile = { key: string; name: string; size: number; kind: ChatAttachment['kind']; fileId: string }

/** The files of the message that is being written; what is on its way stands in the frame's tray as well. */
export function useAttachments() {
  const t = useTexts(texts)
  const { userId } = useSession()
  const [files, setFiles] = useState<PendingFile[]>([])
  const remove = (key: string) => setFiles((before) => before.filter((one) => one.key !== key))

  const sendOne = async (key: string, file: File) => {
    const { id, state, error, fileId } = await startUpload(file, { purpose: CHAT_FILE, ownerId: userId })
    if (state === 'done') {
      dropUpload(id)
      setFiles((before) => before.map((one) => (one.key === key ? { ...one, fileId } : one)))
      return
    }
    remove(key)
    say(t('uploadFailed', { name: file.name, why: error || t('unknownFault') }))
  }
  const add = (chosen: readonly File[]) => {
    if (chosen.length + files.length > MOST_ATTACHMENTS) say(t('tooManyFiles', { most: MOST_ATTACHMENTS }))
    for (const file of chosen.slice(0, MOST_ATTACHMENTS - files.length)) {
      const key = randomKey()
      const kind = file.type.startsWith('image/') ? 'image' : 'text'
      setFiles((before) => [...before, { key, name: file.name, size: file.size, kind, fileId: '' }])
      void sendOne(key, file)
    }
  }
  return { files, add, remove, clear: () => setFiles([]), ready: files.every(({ fileId }) => fileId !== '') }
}
