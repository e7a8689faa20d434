import { Alert, Spin } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { ChatMessage } from '#contract/chat-message.ts'
import { useTexts } from '#web/kernel/language.ts'
import { SafeMarkdown } from '#web/kit/SafeMarkdown.tsx'
import { SourceList } from '#web/kit/SourceList.tsx'
import { FigureList, figureWords } from './FigureList.tsx'
import { StepList } from './StepList.tsx'
import { texts } from './texts.ts'
import { useNoticeText } from './use-notice-text.ts'

/** Said before the answer, because it changes how it is read; what else is to be known stands after it. */
const FIRST: ReadonlySet<string> = new Set(['noModel', 'modelDown', 'overLimit', 'nothingFound'])
/** A person must look: not merely how it came about. */
const DOUBTFUL: ReadonlySet<string> = new Set(['sourceMissing', 'figureUnverified', 'quoteUnverified', 'uncited'])

/** An answer: what was done for it, its text, what is to be known of it, the figures and the sources it rests on. */
export function AnswerPart({ of: message, shared = false }: { of: ChatMessage; shared?: boolean }) {
  const t = useTexts(texts)
  const noticeText = useNoticeText()
  const [cited, setCited] = useState({ no: 0, press: 0 })
  const [figure, setFigure] = useState(-1)
  const [open, setOpen] = useState(false)
  const { sources, figures, doubts, text } = message
  const running = message.status === 'running'
  const titles = useMemo(() => {
    const byNo: string[] = []
    for (const { no, title } of sources) byNo[no - 1] = title
    return byNo
  }, [sources])
  const known = useMemo(() => figures.flatMap((one, at) => figureWords(one).map((words) => ({ words, at }))), [figures])
  const words = useMemo(() => known.map((one) => one.words), [known])
  const places = useMemo(
    () => doubts.map(({ from, to, code }) => ({ from, to, says: t(`doubt_${code}`) })),
    [doubts, t],
  )
  const said = useMemo(() => {
    const bySays = new Map(message.notices.map((notice) => [noticeText(notice), notice.code]))
    const all = [...bySays].map(([says, code]) => ({ says, code }))
    return { first: all.filter(({ code }) => FIRST.has(code)), after: all.filter(({ code }) => !FIRST.has(code)) }
  }, [message.notices, noticeText])
  const cite = (no: number) => {
    setOpen(true)
    setCited(({ press }) => ({ no, press: press + 1 }))
  }
  return (
    <div className="chat-answer">
      {message.steps.length > 0 && <Steps of={message} shared={shared} />}
      {message.thinking && (
        <details className="chat-fold">
          <summary>{t('thinking')}</summary>
          <p className="chat-thinking">{message.thinking}</p>
        </details>
      )}
      {said.first.length > 0 && (
        <Alert
          type="info"
          title={said.first.map(({ says }) => (
            <p key={says}>{says}</p>
          ))}
        />
      )}
      {text === '' && running && (
        <p className="third">
          <Spin size="small" /> {t('answering')}
        </p>
      )}
      {message.withheld && <Alert type="info" title={t('withheld')} />}
      {text !== '' && (
        <SafeMarkdown
          text={text}
          streaming={running}
          sources={titles}
          onCite={cite}
          figures={words}
          onFigure={(index) => setFigure(known[index]?.at ?? -1)}
          doubts={places}
        />
      )}
      {message.status === 'failed' && (
        <Alert type="error" title={t('failed', { why: message.problem || t('unknownFault') })} />
      )}
      {said.after.length > 0 && (
        <ul className="chat-notices">
          {said.after.map(({ says, code }) => (
            <li key={says} data-doubt={DOUBTFUL.has(code) || undefined}>
              {says}
            </li>
          ))}
        </ul>
      )}
      {figures.length > 0 && !running && <FigureList figures={figures} chosen={figure} />}
      {sources.length > 0 && (
        <details className="chat-fold" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            {t('sourcesCount', { count: sources.length, cited: sources.filter((one) => one.cited).length })}
          </summary>
          {open && <SourceList key={cited.press} sources={sources} chosen={cited.no} />}
        </details>
      )}
    </div>
  )
}

function Steps({ of: { id, steps, chainName }, shared }: { of: ChatMessage; shared: boolean }) {
  const t = useTexts(texts)
  const now = steps.findLast(({ state }) => state === 'running')
  const query = new URLSearchParams({ 'v.message': id }).toString()
  return (
    <details className="chat-fold">
      <summary>
        {now ? t('stepNow', { title: now.title }) : t('steps', { count: steps.length })}
        {chainName && ` · ${t('byChain', { name: chainName })}`}
      </summary>
      <StepList steps={steps} />
      {!shared && !now && <Link to={`/thinkChain/index?${query}`}>{t('allSteps')}</Link>}
    </details>
  )
}
