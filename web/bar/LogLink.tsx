import { Button } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useBarDialog } from './bar-dialog.ts'
import { texts } from './texts.ts'

/** From a page that failed to what the browser noted of it, which can be sent. */
export function LogLink() {
  const t = useTexts(texts)
  const show = useBarDialog((state) => state.show)
  return (
    <Button type="link" onClick={({ currentTarget }) => show('logs', currentTarget)}>
      {t('logsLink')}
    </Button>
  )
}
