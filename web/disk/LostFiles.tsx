import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { reopenUploads } from './upload-queue.ts'
import type { DiskUpload } from './upload-store.ts'
import { uploadTexts as texts } from './upload-texts.ts'

/** What was begun before a reload: the files, or the folder they came from, are chosen again and go on where they stopped. */
export function LostFiles({ uploads }: { uploads: readonly DiskUpload[] }) {
  const t = useTexts(texts)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  if (uploads.length === 0) return null
  const names = uploads.slice(0, 3).map(({ name }) => name)
  const ofFolder = uploads.some(({ relPath }) => relPath !== '')
  const reopen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    target.value = ''
    const found = reopenUploads(uploads, chosen)
    if (found < uploads.length) say(t('notAll', { found, count: uploads.length }))
  }
  return (
    <div className="disk-tray-lost">
      <p>{t('lostSay', { names: names.join(t('wordJoin')), count: uploads.length })}</p>
      <input ref={files} type="file" multiple hidden aria-label={t('chooseAgain')} onChange={reopen} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={t('chooseFolderAgain')}
        onChange={reopen}
      />
      <div className="disk-tray-deeds">
        <Button size="small" type="primary" onClick={() => files.current?.click()}>
          {t('chooseAgain')}
        </Button>
        {ofFolder && (
          <Button size="small" onClick={() => folder.current?.click()}>
            {t('chooseFolderAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}
