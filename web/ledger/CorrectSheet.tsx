import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type Sheet, sheetAnswers, sheetAsks } from '#contract/dataset-file.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import type { SheetAnswer } from './open-questions.ts'
import { answerName, askName } from './role-name.ts'
import { versionTexts } from './version-texts.ts'

type CorrectSheetProps = {
  projectId: string
  /** The files of the version, to be read again. */
  fileIds: string[]
  of: z.output<typeof Sheet>
}
type Values = Partial<Record<(typeof sheetAsks)[number], SheetAnswer>>

/** Says otherwise what a sheet is, which time it covers, in what unit and money it is; all files are read again. */
export function CorrectSheet({ projectId, fileIds, of: sheet }: CorrectSheetProps) {
  const t = useTexts(versionTexts)
  const language = useLanguage((state) => state.language)
  const [open, setOpen] = useState(false)
  const start = useCommand(ledger.import, { also: [project.files], quiet: true })
  const said: Values = Object.fromEntries(sheet.said.map(({ about, answer }) => [about, answer]))
  const title = t('correctTitle', { header: sheet.name })

  const submit = async (values: Values) => {
    const changed = sheetAsks.flatMap((about): [string, SheetAnswer][] => {
      const answer = values[about]
      const signature = about === 'period' ? sheet.periodSignature : `@${about}`
      return answer === undefined || answer === said[about] ? [] : [[signature, answer]]
    })
    if (changed.length === 0) return
    await start.mutateAsync({ projectId, fileIds, answers: { [sheet.signature]: Object.fromEntries(changed) } })
    say(t('started'))
  }
  return (
    <>
      <Button size="small" type="text" aria-label={title} onClick={() => setOpen(true)}>
        {t('correct')}
      </Button>
      <FormDialog<Values>
        open={open}
        title={title}
        initial={said}
        submit={t('reread')}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        {sheetAsks
          .filter((about) => about !== 'period' || sheet.periodSignature !== '')
          .map((about) => (
            <Form.Item key={about} name={about} label={askName(about, language)}>
              <Select<SheetAnswer>
                placeholder={t('asRecognised')}
                showSearch={{ optionFilterProp: 'label' }}
                options={sheetAnswers[about].map((answer) => ({ value: answer, label: answerName(answer, language) }))}
              />
            </Form.Item>
          ))}
        <p className="second">{t('correctHint')}</p>
      </FormDialog>
    </>
  )
}
