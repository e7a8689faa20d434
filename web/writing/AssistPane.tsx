import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { Alert, Button, Checkbox, Input, Select, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { model } from '#contract/model.ts'
import { type AssistAct, assistActs, type WritingOpened } from '#contract/writing.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { AssistAnswer } from './AssistAnswer.tsx'
import { type Followed, followPlace, placeOf, putAnswer } from './assist-place.ts'
import { texts } from './assist-texts.ts'
import { type AssistFile, AssistFiles } from './AssistFiles.tsx'
import { AssistGrounds, type Grounds, noGrounds } from './AssistGrounds.tsx'
import { figuresIn } from './figure-marks.ts'
import { PassagePicker } from './PassagePicker.tsx'
import { useAssist } from './use-assist.ts'
import { useReading } from './use-editor.ts'
import { useSelection } from './use-selection.ts'

const TemplatePicker = lazy(async () => ({
  default: (await import('#web/prompt-template/TemplatePicker.tsx')).TemplatePicker,
}))
type AssistPaneProps = { editor: Editor; opened: WritingOpened; readOnly: boolean }
const tones = ['none', 'formal', 'plain', 'brief'] as const
type Tone = (typeof tones)[number]
/** What the contract takes of a wish. */
const LONGEST_WISH = 4000
const cellsIn = (editor: Editor) => [...new Set(figuresIn(editor.state.doc).map(({ attrs }) => attrs.cell))]

/** The model's help with the text: what it writes is looked at here and then proposed as a tracked change. */
export function AssistPane({ editor, opened, readOnly }: AssistPaneProps) {
  const t = useTexts(texts)
  const may = useMay()
  const status = useQuery(query(model.status, {}))
  const writer = status.data?.tasks.find(({ task }) => task === 'write')
  const noModel = writer?.ready === false
  const [act, setAct] = useState<AssistAct>('write')
  const [tone, setTone] = useState<Tone>('none')
  const [into, setInto] = useState<'zh' | 'en'>('en')
  const [wish, setWish] = useState('')
  const [grounds, setGrounds] = useState<Grounds>(noGrounds)
  const [files, setFiles] = useState<AssistFile[]>([])
  const [picking, pick] = useState(false)
  const { answer, run, stop, drop } = useAssist()
  const [asked, setAsked] = useState<{ place: Followed; act: AssistAct }>()
  const selected = useSelection(editor)
  const cells = useReading(editor, cellsIn)
  const needsWords = act !== 'write' && act !== 'continue'
  const missing =
    needsWords && selected === '' ? t('selectFirst') : act === 'write' && wish.trim() === '' ? t('wishFirst') : ''
  const begin = () => {
    const place = placeOf(editor)
    asked?.place.stop()
    setAsked({ place: followPlace(editor, place), act })
    const manner = tone === 'none' ? '' : t('toneWish', { tone: t(`tone_${tone}`) })
    void run({
      id: opened.id,
      act,
      wish: [wish.trim(), manner].filter(Boolean).join('\n').slice(0, LONGEST_WISH),
      selection: needsWords || act === 'write' ? place.words : '',
      before: place.before,
      into,
      knowledge: grounds.knowledge,
      baseIds: grounds.knowledge ? grounds.baseIds : [],
      fileIds: files.map(({ id }) => id),
      cells: grounds.figures ? cells.slice(0, 50) : [],
    })
  }
  const giveUp = () => {
    asked?.place.stop()
    setAsked(undefined)
    drop()
  }
  const take = () => {
    if (!answer || !asked) return
    const { place, act: done } = asked
    const why = t('say', { act: t(`act_${done}`) })
    if (!putAnswer(editor, place.now(), { text: answer.text, sources: answer.sources, why })) return say(t('gone'))
    say(t('taken'))
    giveUp()
  }
  return (
    <div className="wr-assist">
      {writer?.ready && (
        <p className="third">{t(writer.inside ? 'modelInside' : 'modelOutside', { model: writer.model })}</p>
      )}
      {noModel && <Alert type="info" showIcon title={t('noModelTitle')} description={t('noModelSays')} />}
      <div className="wr-assist-form">
        <Space wrap>
          <Select
            aria-label={t('act')}
            value={act}
            popupMatchSelectWidth={false}
            onChange={setAct}
            options={assistActs.map((value) => ({ value, label: t(`act_${value}`) }))}
          />
          {act === 'translate' ? (
            <Select
              aria-label={t('into')}
              value={into}
              onChange={setInto}
              options={(['zh', 'en'] as const).map((value) => ({ value, label: `${t('into')} ${t(`into_${value}`)}` }))}
            />
          ) : (
            <Select
              aria-label={t('tone')}
              value={tone}
              popupMatchSelectWidth={false}
              onChange={setTone}
              options={tones.map((value) => ({ value, label: `${t('tone')} · ${t(`tone_${value}`)}` }))}
            />
          )}
        </Space>
        <Input.TextArea
          aria-label={t('wish')}
          placeholder={t('wishHint')}
          autoSize={{ minRows: 3, maxRows: 10 }}
          maxLength={LONGEST_WISH}
          value={wish}
          onChange={({ target }) => setWish(target.value)}
        />
        {may('prompt.use') && (
          <Button size="small" onClick={() => pick(true)}>
            {t('useTemplate')}
          </Button>
        )}
        {may('prompt.use') && <AssistFiles value={files} onChange={setFiles} />}
        <AssistGrounds projectId={opened.projectId} value={grounds} onChange={setGrounds} />
        {opened.projectId !== '' && cells.length > 0 && (
          <Checkbox
            checked={grounds.figures}
            onChange={({ target }) => setGrounds({ ...grounds, figures: target.checked })}
          >
            {t('figures', { count: cells.length })}
          </Checkbox>
        )}
        <div className="wr-assist-run">
          {answer?.state === 'running' ? (
            <Button onClick={stop}>{t('stop')}</Button>
          ) : (
            <Button type="primary" disabled={noModel || readOnly || missing !== ''} onClick={begin}>
              {t('run')}
            </Button>
          )}
          <span className="third">
            {readOnly
              ? t('readOnly')
              : missing !== ''
                ? missing
                : needsWords && t('selected', { count: selected.length })}
          </span>
        </div>
      </div>
      {answer && (
        <AssistAnswer
          answer={answer}
          remarks={asked?.act === 'check'}
          readOnly={readOnly}
          onTake={take}
          onDrop={giveUp}
          onAgain={begin}
        />
      )}
      <PassagePicker editor={editor} projectId={opened.projectId} readOnly={readOnly} />
      {picking && (
        <Suspense fallback={null}>
          <TemplatePicker
            open
            {...(opened.projectId !== '' && { projectId: opened.projectId })}
            onClose={() => pick(false)}
            onUse={({ text }) => {
              if (text.length > LONGEST_WISH) say(t('cutWish'))
              setWish(text.slice(0, LONGEST_WISH))
              pick(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
