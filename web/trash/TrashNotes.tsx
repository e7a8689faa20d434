import { Alert, Button } from 'antd'
import { z } from 'zod'
import type { Job } from '#contract/system.ts'
import type { TrashOutcome } from '#contract/trash.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { texts } from './texts.ts'

const Result = z.object({
  purged: z.number(),
  bytes: z.number(),
  held: z.number(),
  failed: z.number(),
  why: z.array(z.object({ zh: z.string(), en: z.string() })),
})

/** The purge under way; when it has ended, what went and what stayed and why. */
export function PurgeNote({ of, onClose }: { of: Job; onClose: () => void }) {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const result = of.state === 'succeeded' ? Result.safeParse(of.result) : undefined
  if (!result?.success)
    return (
      <JobProgress of={of}>
        {(of.state === 'failed' || of.state === 'cancelled') && (
          <Button size="small" onClick={onClose}>
            {t('close')}
          </Button>
        )}
      </JobProgress>
    )
  const { purged, bytes, held, failed, why } = result.data
  const kept = held > 0 || failed > 0
  return (
    <Alert
      type={kept ? 'warning' : 'success'}
      showIcon
      title={[
        t('purgedResult', { purged }),
        bytes > 0 && t('freedResult', { size: sizeText(bytes) }),
        held > 0 && t('heldResult', { held }),
        failed > 0 && t('failedResult', { failed }),
      ]
        .filter(Boolean)
        .join(english ? '; ' : '；')}
      {...(why.length > 0 && { description: <Reasons of={why.map((one) => (english ? one.en : one.zh))} /> })}
      closable={{ closeIcon: true, onClose, 'aria-label': t('close') }}
    />
  )
}

/** What could not be restored, each with its reason. */
export function RefusedNote({ of, onClose }: { of: readonly TrashOutcome[]; onClose: () => void }) {
  const t = useTexts(texts)
  if (of.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('notRestored', { count: of.length })}
      description={<Reasons of={of.map(({ name, why }) => `${name || t('ofOthers')}: ${why}`)} />}
      closable={{ closeIcon: true, onClose, 'aria-label': t('close') }}
    />
  )
}

function Reasons({ of }: { of: readonly string[] }) {
  return (
    <ul className="trash-reasons">
      {[...new Set(of)].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
