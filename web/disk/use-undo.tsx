import { App, Button } from 'antd'
import { useCallback } from 'react'
import { trash } from '#contract/trash.ts'
import { call, queries, randomKey } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { texts } from './texts.ts'

/** Seconds in which what was put into the recycle bin can be taken back by one press. */
const STAYS = 6
/** Entries of the recycle bin that are looked through for what was just put there. */
const LOOKED = 500

/** Takes things out of the recycle bin again. */
async function takeBack(ids: readonly string[]): Promise<number> {
  const { records } = await call(trash.list, { whose: 'mine', descs: 'deletedTime', size: String(LOOKED) })
  const entries = records.filter(({ itemId }) => ids.includes(itemId)).map(({ id }) => id)
  if (entries.length === 0) return 0
  const headers = { 'Idempotency-Key': randomKey() }
  const { outcomes } = await call(trash.restore, { ids: entries }, { headers })
  return outcomes.filter(({ done }) => done).length
}

/** `sayRemoved(ids)`: says that things are in the recycle bin, with a button that takes them back. */
export function useSayRemoved(): (ids: readonly string[]) => void {
  const t = useTexts(texts)
  const { message } = App.useApp()
  return useCallback(
    (ids) => {
      const key = `removed-${ids[0] ?? ''}`
      const undo = async () => {
        message.destroy(key)
        try {
          const count = await takeBack(ids)
          say(t(count < ids.length ? 'takenBackSome' : 'takenBack', { count, of: ids.length }))
        } catch (fault) {
          complain(fault)
        } finally {
          void queries.invalidateQueries({ queryKey: ['disk'] })
        }
      }
      void message.success({
        key,
        duration: STAYS,
        content: (
          <>
            {t('removed', { count: ids.length })}
            <Button type="link" size="small" onClick={() => void undo()}>
              {t('undo')}
            </Button>
          </>
        ),
      })
    },
    [message, t],
  )
}
