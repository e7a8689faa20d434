import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { MOST_TEXT, type ViewedFile, viewer } from '#contract/viewer.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { SafeMarkdown } from '#web/kit/SafeMarkdown.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import { ViewBar } from './ViewBar.tsx'

/** Text piece by piece in its own encoding; Markdown drawn without anything of it becoming HTML. */
export function TextPane({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  const { fileId } = file
  const [wrap, setWrap] = useState(true)
  const found = useInfiniteQuery({
    queryKey: ['viewer', viewer.text.path, fileId],
    queryFn: ({ pageParam, signal }) => call(viewer.text, { fileId, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: Infinity,
    retry: false,
  })
  if (!found.data) return found.isError ? <Failing fault={found.error} retry={found.refetch} /> : <Bones lines={12} />
  const { pages } = found.data
  const whole = pages.map(({ text }) => text).join('')
  const isMarkdown = file.kind === 'markdown'
  return (
    <>
      <ViewBar onPrint={() => window.print()}>
        {!isMarkdown && (
          <Checkbox checked={wrap} onChange={(event) => setWrap(event.target.checked)}>
            {t('wrap')}
          </Checkbox>
        )}
        <span className="third">{t('encoding', { name: pages[0]?.encoding ?? '' })}</span>
      </ViewBar>
      <section ref={scrollsByKeyboard} className="view-scroll view-text" aria-label={t('document')}>
        {isMarkdown ? <SafeMarkdown text={whole} /> : <pre data-wrap={wrap || undefined}>{whole}</pre>}
        {found.hasNextPage && (
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('moreText')}
          </Button>
        )}
        {pages.at(-1)?.cut && <p className="second">{t('textCut', { limit: MOST_TEXT / 1024 ** 2 })}</p>}
      </section>
    </>
  )
}
