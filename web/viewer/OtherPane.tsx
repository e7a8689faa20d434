import { Button } from 'antd'
import { file as files } from '#contract/file.ts'
import type { ViewedFile } from '#contract/viewer.ts'
import { download } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { texts } from './texts.ts'

/** A file that is not shown: why, and the way to it. */
export function OtherPane({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  const fetchIt = () =>
    void download(files.download, { id: file.fileId }, file.name).catch((fault: unknown) => complain(fault))
  return (
    <div className="state-view">
      <h2>{t('cannotShow')}</h2>
      <p>{file.trouble || t('cannotShowHint')}</p>
      <Button type="primary" onClick={fetchIt}>
        {t('download')}
      </Button>
    </div>
  )
}
