import { CloseOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { dropUpload, retryUpload, type Upload, useUploads } from '#web/kernel/uploads.ts'
import { texts } from './texts.ts'

/** What is on its way to the server, on every page until it has arrived and was taken note of. */
export function UploadTray() {
  const t = useTexts(texts)
  const uploads = useUploads().filter((upload) => upload.state !== 'done')
  if (uploads.length === 0) return null
  return (
    <aside className="upload-tray no-print" aria-label={t('uploads')}>
      <h2>{t('uploads')}</h2>
      <ul>
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </aside>
  )
}

function UploadLine({ upload }: { upload: Upload }) {
  const t = useTexts(texts)
  const { id, name, size, sent, state, error } = upload
  const failed = state === 'failed'
  // what the server refused with a reason it would refuse again
  const worthRetrying = failed && error === ''
  return (
    <li>
      <div className="upload-line">
        <span title={name}>{name}</span>
        {worthRetrying && (
          <Button size="small" type="link" onClick={() => retryUpload(id)}>
            {t('retry')}
          </Button>
        )}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('remove', { name })}
          onClick={() => dropUpload(id)}
        />
      </div>
      {failed ? (
        <p className="upload-error">{error || t('uploadFailed')}</p>
      ) : (
        <Progress aria-label={name} percent={size === 0 ? 0 : Math.floor((sent / size) * 100)} size="small" />
      )}
    </li>
  )
}
