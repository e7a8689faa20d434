import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { workbook } from '#contract/workbook.ts'
import { queries, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { type OpenPaper, openPaper } from './open-paper.ts'
import { PaperTable } from './PaperPrint.tsx'
import { texts } from './texts.ts'

type PrintAllProps = { projectId: string; papers: readonly { paperId: string }[] }

/** Papers asked for at once. */
const AT_ONCE = 4

/** Prints the whole set: each paper begins a page of its own, wide ones lie across. */
export function PrintAll({ projectId, papers }: PrintAllProps) {
  const t = useTexts(texts)
  const [done, setDone] = useState<number>()
  const [ready, setReady] = useState<OpenPaper[]>()
  const gather = async () => {
    setDone(0)
    try {
      const found: OpenPaper[] = []
      for (let at = 0; at < papers.length; at += AT_ONCE) {
        const some = papers
          .slice(at, at + AT_ONCE)
          .map(({ paperId }) => queries.fetchQuery({ ...query(workbook.open, { projectId, paperId }), staleTime: 0 }))
        for (const { free, rows, ...opened } of await Promise.all(some))
          found.push(openPaper({ ...opened, typing: { free, rows }, editing: false }))
        setDone(found.length)
      }
      setReady(found)
    } catch (fault) {
      complain(fault)
    } finally {
      setDone(undefined)
    }
  }
  useEffect(() => {
    if (!ready) return undefined
    const over = () => setReady(undefined)
    addEventListener('afterprint', over)
    print()
    return () => removeEventListener('afterprint', over)
  }, [ready])
  const words = { missing: t('missing'), error: t('error'), stale: t('staleEmpty'), lost: t('lostRows') }
  return (
    <>
      <Button
        icon={<PrinterOutlined />}
        loading={done !== undefined}
        disabled={papers.length === 0}
        onClick={() => void gather()}
      >
        {done === undefined ? t('printAll') : t('printGathering', { done, total: papers.length })}
      </Button>
      {ready &&
        createPortal(
          <div className="print-set">
            {ready.map((paper) => (
              <section key={paper.sheet.id}>
                <PaperTable paper={paper} words={words} />
              </section>
            ))}
          </div>,
          document.body,
        )}
    </>
  )
}
