import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { testTitle } from './pages.ts'
import { type Check, checks, type Outcome } from './self-checks.ts'
import { testTexts as texts } from './test-texts.ts'

/** A check with what came of it; without an outcome it is under way. */
type Row = Check & { outcome?: Outcome; took?: number }

const tags = { good: 'fine', waiting: 'look', bad: 'wrong' } as const
/** Names a file may have on every system. */
const FILE_NAME = /^[^\\/:*?"<>|.\p{Cc}][^\\/:*?"<>|\p{Cc}]*$/u

async function tried(check: Check, signal: AbortSignal): Promise<Row> {
  const began = performance.now()
  const outcome = await check.run(signal).catch((fault: unknown): Outcome => {
    const why = fault instanceof CallError || fault instanceof Error ? fault.message : String(fault)
    return { tone: 'bad', says: 'failed', params: { why } }
  })
  return { ...check, outcome, took: Math.round(performance.now() - began) }
}

/** /test/index: whether server, network and browser do what the product needs of them, tried one after the other. */
export function TestPage() {
  const t = useTexts(texts)
  const say = useSay()
  const prompt = usePrompt()
  const { account, tenantName } = useSession()
  const [rows, setRows] = useState<Row[]>([...checks])

  const [asked, setAsked] = useState(1)
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      for (const check of checks) {
        const row = await tried(check, stop.signal)
        if (stop.signal.aborted) return
        setRows((known) => known.map((one) => (one.key === row.key ? row : one)))
      }
    }
    // once when the page opens, and whenever it is asked to
    if (asked > 0) void run()
    return () => stop.abort()
  }, [asked])
  const again = () => {
    setRows([...checks])
    setAsked(asked + 1)
  }

  const ended = rows.every(({ outcome }) => outcome)
  const count = (tone: Outcome['tone']) => rows.filter(({ outcome }) => outcome?.tone === tone).length
  const [wrong, look] = [count('bad'), count('waiting')]
  const says = ({ outcome }: Row) => (outcome ? t(outcome.says, outcome.params) : t('running'))

  const keep = async () => {
    const name = await prompt({
      title: t('keepTitle'),
      label: t('keepName'),
      initial: t('keepInitial'),
      check: (typed) => FILE_NAME.test(typed),
    })
    if (name === undefined) return
    const lines = rows.map((row) => [t(row.name), says(row), row.took ?? ''].join('\t'))
    const head = [new Date().toISOString(), location.origin, `${tenantName} ${account}`, navigator.userAgent]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([[...head, '', ...lines].join('\r\n')], { type: 'text/plain' }))
    link.download = `${name}.txt`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Page
      title={say(testTitle)}
      state={
        <StatusTag tone={!ended ? 'active' : wrong > 0 ? 'bad' : look > 0 ? 'waiting' : 'good'}>
          {!ended
            ? t('running')
            : wrong > 0
              ? t('someWrong', { count: wrong })
              : look > 0
                ? t('someLook', { count: look })
                : t('allFine')}
        </StatusTag>
      }
      action={
        <>
          <Button disabled={!ended} onClick={() => void keep()}>
            {t('keep')}
          </Button>
          <Button type="primary" loading={!ended} onClick={again}>
            {t('again')}
          </Button>
        </>
      }
    >
      <DataTable<Row>
        name={t('table')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'name',
            title: t('item'),
            width: 210,
            render: (row) => (
              <div>
                <div>{t(row.name)}</div>
                <div className="second">{t(row.about)}</div>
              </div>
            ),
          },
          {
            key: 'state',
            title: t('result'),
            render: (row) => (
              <div>
                <StatusTag tone={row.outcome?.tone ?? 'active'}>
                  {row.outcome ? t(tags[row.outcome.tone]) : t('running')}
                </StatusTag>
                <div className="second">{row.outcome ? says(row) : ''}</div>
              </div>
            ),
          },
          { key: 'took', title: t('took'), width: 96, align: 'right', render: ({ took }) => took ?? '' },
        ]}
      />
    </Page>
  )
}
