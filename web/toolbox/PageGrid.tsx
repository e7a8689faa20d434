import { ArrowLeftOutlined, ArrowRightOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { PageThumb } from './PageThumb.tsx'
import type { PdfPages } from './pdf-pages.ts'
import { texts } from './texts.ts'

/** Pages side by side; each can be chosen, dragged, or moved by buttons. */
export function PageGrid({ pages }: { pages: PdfPages }) {
  const t = useTexts(texts)
  const [dragged, drag] = useState<string>()
  const [over, setOver] = useState<string>()
  return (
    <ol className="tool-pages">
      {pages.pages.map(({ key, pdf, page, turn, on }, at) => {
        const name = t('pageNamed', { page: page + 1, name: pdf.name })
        return (
          <li key={key}>
            <div
              role="presentation"
              className="tool-page"
              draggable
              data-on={on || undefined}
              data-over={over === key || undefined}
              onDragStart={() => drag(key)}
              onDragEnd={() => {
                drag(undefined)
                setOver(undefined)
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(key)
              }}
              onDrop={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                pages.move(dragged, at)
              }}
            >
              <Checkbox
                checked={on}
                aria-label={t('choosePage', { name })}
                onChange={({ target }) => pages.choose(key, target.checked)}
              >
                <PageThumb pdf={pdf} page={page} turn={turn} />
              </Checkbox>
              <span className="tool-page-foot">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowLeftOutlined />}
                  disabled={at === 0}
                  aria-label={t('moveUp', { name })}
                  onClick={() => pages.move(key, at - 1)}
                />
                <span className="number third">{at + 1}</span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowRightOutlined />}
                  disabled={at === pages.pages.length - 1}
                  aria-label={t('moveDown', { name })}
                  onClick={() => pages.move(key, at + 1)}
                />
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
