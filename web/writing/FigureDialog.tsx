import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { paper } from '#contract/paper.ts'
import { writing } from '#contract/writing.ts'
import { call, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { Money } from '#web/kit/Money.tsx'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { ProjectField } from './ProjectField.tsx'
import { texts } from './pane-texts.ts'
import { nowText } from './tracked-typing.ts'

type FigureDialogProps = { editor: Editor; projectId: string; projectName: string; onClose: () => void }
const MOST_SHOWN = 200

/** Chooses a cell of a project's papers and puts it into the text, linked to its source. */
export function FigureDialog({ editor, projectId, projectName, onClose }: FigureDialogProps) {
  useFocusBack(true)
  const t = useTexts(texts)
  const [project, setProject] = useState(projectId)
  const [paperId, setPaper] = useState('')
  const papers = useQuery({ ...query(paper.list, { projectId: project }), enabled: project !== '' })
  const choose = (id = '') => {
    setProject(id)
    setPaper('')
  }
  const insert = async (cell: string) => {
    const [now] = await call(writing.figures, { figures: [{ projectId: project, cell }] })
    if (!now || now.value === '') return say(t('figureFailed', { why: now?.says || t('figureMissing') }))
    const { paperId: of, label, value, unit, at } = now
    const attrs = { projectId: project, paperId: of, cell, label, value, unit, at: at || nowText() }
    editor.chain().focus().insertContent({ type: 'figure', attrs }).run()
    onClose()
  }
  return (
    <Modal open title={t('figureTitle')} width={640} footer={null} onCancel={onClose}>
      <div className="wr-figure-form">
        <ProjectField
          label={t('figureProject')}
          placeholder={t('figureProject')}
          known={{ id: projectId, name: projectName }}
          onChange={choose}
          {...(project !== '' && { value: project })}
        />
        {project !== '' && (
          <Select
            aria-label={t('figurePaper')}
            placeholder={t('figurePaper')}
            loading={papers.isFetching}
            showSearch={{ optionFilterProp: 'label' }}
            {...(paperId !== '' && { value: paperId })}
            onChange={setPaper}
            options={(papers.data ?? []).map((one) => ({ value: one.paperId, label: `${one.paperId} ${one.name}` }))}
          />
        )}
        {project === '' || (paperId === '' && papers.data?.length !== 0) ? (
          <p className="second">{t('figureChoose')}</p>
        ) : papers.data?.length === 0 ? (
          <Empty says={t('figureNoPapers')} />
        ) : (
          <Cells
            projectId={project}
            paperId={paperId}
            onPick={(cell) => void insert(cell).catch((fault: unknown) => complain(fault))}
          />
        )}
      </div>
    </Modal>
  )
}

type CellsProps = { projectId: string; paperId: string; onPick: (cell: string) => void }
/** The bound cells of a paper that have a value, found by name or code. */
function Cells({ projectId, paperId, onPick }: CellsProps) {
  const t = useTexts(texts)
  const sheet = useQuery(query(paper.sheet, { projectId, paperId }))
  const [typed, type] = useState('')
  const wanted = typed.trim().toLowerCase()
  return (
    <>
      <Input
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        aria-label={t('figureFind')}
        placeholder={t('figureFind')}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <StateView of={sheet}>
        {({ cells }) => {
          const shown = cells
            .filter(({ value }) => value !== null)
            .filter(({ cell, label }) => wanted === '' || `${cell} ${label}`.toLowerCase().includes(wanted))
            .slice(0, MOST_SHOWN)
          if (shown.length === 0) return <Empty says={t('figureNone')} />
          return (
            <ul className="wr-cells">
              {shown.map(({ cell, label, value, unit }) => (
                <li key={cell}>
                  <span className="wr-cell-name">
                    {label}
                    <span className="third">{` ${cell}`}</span>
                  </span>
                  {unit === 'money' && value !== null ? (
                    <Money value={value} />
                  ) : (
                    <span className="number">{value}</span>
                  )}
                  <Button size="small" aria-label={`${t('figureInsert')} ${label}`} onClick={() => onPick(cell)}>
                    {t('figureInsert')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </StateView>
    </>
  )
}
