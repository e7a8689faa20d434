import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

type Removal = Endpoint<z.ZodType<unknown, { ids: string }>>

/** `remove(row, name)`: asks, deletes, says so. A refusal was said in a toast; the row stays. Answers whether it is gone. */
export function useRemoval(endpoint: Removal, also: Endpoint[] = []) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const command = useCommand(endpoint, { also })
  return async ({ id }: { id: string }, name: string): Promise<boolean> => {
    if (!(await confirm({ says: t('removeSure', { name }), ok: t('remove') }))) return false
    return command.mutateAsync({ ids: id }).then(
      () => {
        say(t('removed'))
        return true
      },
      () => false,
    )
  }
}
