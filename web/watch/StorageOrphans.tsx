import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { storage } from '#contract/storage.ts'
import { queries, query, useCommand } from '#web/kernel/api.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { texts } from './storage-texts.ts'

/** What a cleaning has deleted, and what it has only put on the list of what is to go. */
const Cleaned = z.object({ blobs: z.number(), bytes: z.number(), strays: z.number(), strayBytes: z.number() })

/** What the last scan found, a scan, and cleaning up after a question. */
export function StorageOrphans() {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const found = useQuery(query(storage.orphans, {}))
  const scan = useCommand(storage.scan)
  const clean = useCommand(storage.clean)
  const confirm = useConfirmDanger()
  const [jobId, setJobId] = useState<string | undefined>()
  const [cleaned, setCleaned] = useState<z.output<typeof Cleaned>>()
  const begin = (started: Promise<{ jobId: string }>) =>
    started.then(
      (one) => setJobId(one.jobId),
      () => undefined,
    )
  const job = useJob(jobId, (ended) => {
    // what a cleaning left is only known by looking again
    if (ended.type === 'storage.clean' && ended.state === 'succeeded') {
      setCleaned(Cleaned.safeParse(ended.result).data)
      void begin(scan.mutateAsync({}))
    } else void queries.invalidateQueries({ queryKey: ['storage'] })
  })
  const running = isRunning(job)
  const cleanUp = async (count: number, size: string) => {
    if (await confirm({ says: t('cleanSure', { count, size }), ok: t('clean') })) await begin(clean.mutateAsync({}))
  }
  return (
    <StateView of={found}>
      {({ scanTime, blobs, bytes, strays, strayBytes, missing, missingCount }) => (
        <div className="list">
          <div className="page-state">
            {scanTime === null ? (
              <span className="second">{t('neverScanned')}</span>
            ) : (
              <>
                {blobs === 0 && strays === 0 && missingCount === 0 && <StatusTag tone="good">{t('allWell')}</StatusTag>}
                {blobs > 0 && (
                  <StatusTag tone="waiting">{t('orphanCount', { count: blobs, size: sizeText(bytes) })}</StatusTag>
                )}
                {strays > 0 && (
                  <StatusTag tone="waiting">{t('strayCount', { count: strays, size: sizeText(strayBytes) })}</StatusTag>
                )}
                {missingCount > 0 && <StatusTag tone="bad">{t('missingCount', { count: missingCount })}</StatusTag>}
                <span className="third">{t('scanned', { time: scanTime })}</span>
              </>
            )}
            <Button size="small" disabled={running} onClick={() => void begin(scan.mutateAsync({}))}>
              {t('scan')}
            </Button>
            {blobs + strays > 0 && (
              <Button
                size="small"
                danger
                disabled={running}
                onClick={() => void cleanUp(blobs + strays, sizeText(bytes + strayBytes))}
              >
                {t('clean')}
              </Button>
            )}
          </div>
          {job && running && <JobProgress of={job} />}
          {cleaned && (
            <output className="second">
              {[
                t('cleanedNow', { count: cleaned.blobs, size: sizeText(cleaned.bytes) }),
                cleaned.strays > 0 && t('cleanedLater', { count: cleaned.strays, size: sizeText(cleaned.strayBytes) }),
              ]
                .filter(Boolean)
                .join(english ? '; ' : '；')}
            </output>
          )}
          {missing.length > 0 && (
            <DataTable
              name={t('missing')}
              rows={missing}
              rowKey={(row) => row.fileId}
              dense
              columns={[
                { key: 'tenantId', title: t('tenantId'), width: 140 },
                { key: 'name', title: t('name'), cut: true },
              ]}
            />
          )}
        </div>
      )}
    </StateView>
  )
}
