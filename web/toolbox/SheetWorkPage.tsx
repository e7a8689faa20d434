import { Button, InputNumber, Radio, Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FileOrder } from './FileOrder.tsx'
import { PickFiles } from './PickFiles.tsx'
import { usePickedFiles } from './picked-files.ts'
import { RunHistory } from './RunHistory.tsx'
import { runSheetWork } from './run-sheet-work.ts'
import { saveMade } from './save-made.ts'
import type { SheetTask } from './sheet-work-worker.ts'
import { sheetTexts } from './sheet-texts.ts'
import { ToolFrame } from './ToolFrame.tsx'

const accept = ['xlsx', 'xlsm', 'xls', 'csv', 'tsv', 'txt']
const CODE = 'excelHelpers'
const tasks: readonly SheetTask[] = ['stack', 'divide', 'once', 'compare', 'match', 'unpivot']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** /aiTools/excelHelpers: sheets put together, divided, compared, in the browser alone. */
export function SheetWorkPage() {
  const t = useTexts(sheetTexts)
  const picked = usePickedFiles(accept)
  const [task, setTask] = useState<SheetTask>('stack')
  const [columns, setColumns] = useState<readonly string[]>([])
  const [fixed, setFixed] = useState(1)
  const [busy, setBusy] = useState(false)
  const [told, tell] = useState('')
  const note = useCommand(toolRun.note, { quiet: true })
  const files = picked.files.flatMap(({ file }) => file ?? [])
  const [first] = picked.files
  const head = useQuery({
    queryKey: ['sheetColumns', first?.key],
    enabled: first?.file !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const done = first?.file ? await runSheetWork({ kind: 'columns', file: first.file }) : { failed: 0 }
      return 'columns' in done ? done.columns : []
    },
  })
  const known = head.data ?? []
  const chosen = columns.filter((name) => known.includes(name))
  const needs = task === 'compare' || task === 'match' ? 2 : 1
  const keyed = task === 'divide' || needs === 2
  const most = task === 'stack' ? Infinity : needs
  const ready = files.length >= needs && files.length <= most && (!keyed || chosen.length > 0)
  const asks =
    files.length > most
      ? t(most === 2 ? 'onlyTwo' : 'onlyOne')
      : files.length > 0 && files.length < needs
        ? t('needTwo')
        : ''
  const words = {
    source: t('source'), empty: t('empty'), item: t('item'), value: t('value'), key: t('key'), what: t('what'),
    column: t('column'), left: files[0]?.name ?? '', right: files[1]?.name ?? '', changed: t('changed'), twice: t('twice'),
    onlyLeft: t('onlyLeft'), onlyRight: t('onlyRight'), kept: t('kept'), dropped: t('dropped'), differences: t('differences'),
    match: t('matchSheet'), matchSame: t('matchSame'), matchForm: t('matchForm'), matchAlike: t('matchAlike'), matchNone: t('matchNone'),
    score: t('score'), next: t('next'),
  } // prettier-ignore
  const run = async () => {
    setBusy(true)
    const done = await runSheetWork({ kind: 'run', task, files, columns: chosen, fixed, words })
    setBusy(false)
    if ('noColumn' in done) {
      say(t('noColumn', { name: files[1]?.name ?? files[0]?.name ?? '', column: done.noColumn }))
      return
    }
    if (!('made' in done)) {
      say(t('unreadable', { name: 'failed' in done ? (files[done.failed]?.name ?? '') : '' }))
      return
    }
    // never under the name of what was given
    const name = done.made.name.replace(/\.xlsx$/, ` (${t('result')}).xlsx`)
    const made = t('made', { name, sheets: done.sheets, rows: done.rows })
    const rest = done.unused.length > 0 ? t('unused', { sheets: done.unused.join(', ') }) : ''
    tell(`${made} ${rest}`.trim())
    await saveMade([{ name, bytes: done.made.bytes }], { name, type: XLSX })
    note.mutate({ code: CODE, files: files.length, options: { task } })
  }
  const pickColumns = (names: string | string[]) => setColumns([names].flat())
  return (
    <ToolFrame
      code={CODE}
      action={
        <>
          <span className="second" aria-live="polite">
            {asks || told}
          </span>
          <Button type="primary" loading={busy} disabled={!ready} onClick={() => void run()}>
            {t('makeFile')}
          </Button>
        </>
      }
    >
      <div className="tool-desk" data-options>
        <section aria-label={t('files')}>
          <PickFiles picked={picked} accept={accept} hint={t('hint')} />
          <FileOrder picked={picked} ordered />
        </section>
        <section aria-label={t('task')} className="tool-options">
          <fieldset className="tool-field">
            <legend>{t('task')}</legend>
            <Radio.Group
              className="tool-choices"
              value={task}
              options={tasks.map((value) => ({ value, label: t(value) }))}
              onChange={({ target }) => setTask(target.value)}
            />
          </fieldset>
          {(keyed || task === 'once') && (
            <div className="tool-field tool-wide">
              <label htmlFor="sheet-columns">{t(keyed ? 'keyColumn' : 'keyColumns')}</label>
              <Select
                id="sheet-columns"
                {...(!keyed && { mode: 'multiple' as const })}
                value={keyed ? (chosen[0] ?? null) : [...chosen]}
                disabled={known.length === 0}
                placeholder={t(known.length === 0 ? 'filesFirst' : keyed ? 'chooseColumn' : 'wholeRows')}
                options={known.map((value) => ({ value, label: value }))}
                onChange={(names: string | string[]) => pickColumns(names)}
              />
            </div>
          )}
          {task === 'match' && <p className="third">{t('matchHint')}</p>}
          {task === 'unpivot' && (
            <div className="tool-field">
              <label htmlFor="sheet-fixed">{t('fixed')}</label>
              <InputNumber
                id="sheet-fixed"
                min={0}
                max={50}
                precision={0}
                value={fixed}
                onChange={(value) => setFixed(value ?? 0)}
              />
            </div>
          )}
        </section>
      </div>
      <RunHistory code={CODE} onOptions={(kept) => setTask(tasks.find((one) => one === kept['task']) ?? 'stack')} />
    </ToolFrame>
  )
}
