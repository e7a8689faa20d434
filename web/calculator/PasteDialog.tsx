import { Button, Input, Modal } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { Field, Values } from '#engine/calculator/work.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { cellsOfText, matchRows } from './table-text.ts'
import { texts } from './texts.ts'

type PasteDialogProps = {
  fields: readonly Field[]
  max: number
  onRows: (rows: readonly Values[]) => void
  onClose: () => void
}

/** A longer text is taken in without being shown: a field of thousands of lines would hold the page up. */
const SHOWN = 20_000

/** Rows out of a spreadsheet: pasted, or a file opened in the browser. */
export function PasteDialog({ fields, max, onRows, onClose }: PasteDialogProps) {
  const t = useTexts(texts)
  const say = useSay()
  const [cells, setCells] = useState<string[][]>([])
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFocusBack(true)
  const names = fields.map(({ label }) => say(label))
  const found = useMemo(() => matchRows(fields, cells, max), [fields, cells, max])

  const open = async (file: File) => {
    setFault('')
    const { MAX_BYTES, readTables } = await import('./read-table.ts')
    if (file.size > MAX_BYTES) return setFault(t('tooBig'))
    try {
      const tables = await readTables(file)
      setText('')
      setCells(tables.find((table) => table.length > 0) ?? [])
    } catch {
      setFault(t('unreadable'))
    }
  }
  const template = async () => {
    const { handOut, XLSX, xlsxOf } = await import('./write-table.ts')
    const bytes = await xlsxOf([{ name: t('input'), rows: [names], widths: names.map(() => 18) }])
    handOut(bytes.slice().buffer, 'template.xlsx', XLSX)
  }
  return (
    <Modal
      open
      width={640}
      title={t('pasteTitle')}
      onCancel={onClose}
      footer={[
        <Button key="template" onClick={() => void template()}>
          {t('template')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button key="use" type="primary" disabled={found.rows.length === 0} onClick={() => onRows(found.rows)}>
          {t('use')}
        </Button>,
      ]}
    >
      <p className="second">{t('pasteHint', { max })}</p>
      <p className="third calc-lead">{t('pasteColumns', { columns: names.join(' · ') })}</p>
      <Input.TextArea
        aria-label={t('pasteHere')}
        placeholder={t('pasteHere')}
        rows={6}
        value={text}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (pasted.length < SHOWN) return
          event.preventDefault()
          setFault('')
          setText('')
          setCells(cellsOfText(pasted))
        }}
        onChange={({ target }) => {
          setFault('')
          setText(target.value)
          setCells(target.value.trim() === '' ? [] : cellsOfText(target.value))
        }}
      />
      <div className="calc-paste">
        <Button onClick={() => input.current?.click()}>{t('openFile')}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.xls,.csv,.txt,.tsv"
          aria-label={t('openFile')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void open(file)
          }}
        />
        <output>
          {fault ? (
            <span className="calc-wrong">{fault}</span>
          ) : cells.length > 0 && found.rows.length === 0 ? (
            t('noRows')
          ) : (
            found.rows.length > 0 && (
              <>
                {t('found', { count: found.rows.length })} ·{' '}
                {t('foundColumns', { columns: found.columns.map(({ label }) => say(label)).join(', ') })}
                {found.cut && <span className="calc-wrong"> {t('tooMany', { max })}</span>}
              </>
            )
          )}
        </output>
      </div>
    </Modal>
  )
}
