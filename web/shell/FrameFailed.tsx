import { Button } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Stands where a part without which nothing can be shown did not come: the window is to be loaded anew. */
export function FrameFailed() {
  const t = useTexts(texts)
  return (
    <main className="state-view" role="alert">
      <h2>{t('frameFailed')}</h2>
      <p>{t('frameFailedText')}</p>
      <Button onClick={() => location.reload()}>{t('refreshTab')}</Button>
    </main>
  )
}
