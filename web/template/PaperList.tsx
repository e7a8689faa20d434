import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FIRM_PAPER, paperTemplate, type TemplateDetail, type TemplatePaper } from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type PaperListProps = { of: TemplateDetail; book: SheetBook; sheetId: string; onOpen: (sheet: string) => void }

/** The papers of a template by index, each with its bound cells; then sheets that are none. */
export function PaperList({ of, book, sheetId, onOpen }: PaperListProps) {
  const t = useTexts(texts)
  const [editing, setEditing] = useState<TemplatePaper>()
  const others = book.sheets.filter(({ id }) => !of.contents.some(({ sheet }) => sheet === id))
  const count = (paperId: string) => of.bound.filter((cell) => cell.paperId === paperId).length
  const wrong = (paperId: string) => of.problems.some(({ cell }) => cell.startsWith(`${paperId}.`))
  const current = of.contents.find(({ sheet }) => sheet === sheetId)
  const other = others.find(({ id }) => id === sheetId)
  return (
    <nav className="template-papers" aria-label={t('papers')}>
      <ul>
        {of.contents.map(({ sheet, paperId, name }) => (
          <li key={sheet}>
            <button type="button" aria-current={sheet === sheetId} onClick={() => onOpen(sheet)}>
              <b>{paperId}</b>
              <span>{name.zh}</span>
              <small data-wrong={wrong(paperId) || undefined}>{count(paperId)}</small>
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <p className="third">{t('notPapers')}</p>
          <ul>
            {others.map(({ id, name }) => (
              <li key={id}>
                <button type="button" aria-current={id === sheetId} onClick={() => onOpen(id)}>
                  <span>{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {!of.published && current && (
        <Button size="small" onClick={() => setEditing(current)}>
          {t('editPaper')}
        </Button>
      )}
      {!of.published && other && (
        <Button
          size="small"
          onClick={() => setEditing({ sheet: other.id, paperId: '', name: { zh: other.name, en: other.name } })}
        >
          {t('addPaper')}
        </Button>
      )}
      {editing && <PaperDialog key={editing.sheet} of={of} paper={editing} onClose={() => setEditing(undefined)} />}
    </nav>
  )
}

type Values = { paperId: string; zh: string; en: string }

function PaperDialog({ of, paper, onClose }: { of: TemplateDetail; paper: TemplatePaper; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(paperTemplate.savePapers, { quiet: true })
  const submit = async ({ paperId, zh, en }: Values) => {
    const changed = { sheet: paper.sheet, paperId, name: { zh, en } }
    const rest = of.contents.filter(({ sheet }) => sheet !== paper.sheet)
    const at = of.contents.findIndex(({ sheet }) => sheet === paper.sheet)
    const papers = at < 0 ? [...rest, changed] : rest.toSpliced(at, 0, changed)
    await save.mutateAsync({ id: of.id, rev: of.rev, papers })
    say(t('paperSaved'))
  }
  return (
    <FormDialog<Values>
      open
      title={t('editPaper')}
      width={440}
      initial={{ paperId: paper.paperId, zh: paper.name.zh, en: paper.name.en }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="paperId"
        label={t('paperIndex')}
        extra="X01 – X99, Y01 – Y99"
        rules={[{ required: true, pattern: FIRM_PAPER, message: 'X01 – X99, Y01 – Y99' }]}
      >
        <Input maxLength={5} />
      </Form.Item>
      <Form.Item<Values> name="zh" label={t('paperName')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values> name="en" label={t('paperNameEn')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}
