import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type ColumnQuestion, columnRoles, type DatasetFile, ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { type Role, roleName } from './role-name.ts'
import { columnLetter } from './size-text.ts'
import { versionTexts } from './version-texts.ts'

type File = z.output<typeof DatasetFile>
type Question = z.output<typeof ColumnQuestion>
type Values = { answers: Record<string, Role> }

/** The questions of a version by the layout they belong to; a layout that several sheets share is asked about once. */
function questionsOf(files: readonly File[]) {
  const seen = new Set<string>()
  return files.flatMap((file) =>
    file.sheets.flatMap((sheet) => {
      if (sheet.questions.length === 0 || seen.has(sheet.signature)) return []
      seen.add(sheet.signature)
      return { file: file.name, sheet }
    }),
  )
}

const nameOf = (layout: string, column: string) => `${layout} ${column}`

/** Asks in one dialog what the columns of a version are that could not be decided, and imports again with the answers. */
export function ColumnQuestions({ projectId, datasetId }: { projectId: string; datasetId: string }) {
  const t = useTexts(versionTexts)
  const [open, setOpen] = useState(false)
  const files = useQuery(query(ledger.files, { datasetId }))
  const start = useCommand(ledger.import, { also: [project.files], quiet: true })
  const asked = questionsOf(files.data ?? [])
  const count = asked.reduce((sum, { sheet }) => sum + sheet.questions.length, 0)
  if (count === 0) return null

  const submit = async ({ answers }: Values) => {
    const byLayout = Object.fromEntries(
      asked.map(({ sheet }) => [
        sheet.signature,
        Object.fromEntries(
          sheet.questions.flatMap(({ signature }) => {
            const role = answers[nameOf(sheet.signature, signature)]
            return role ? [[signature, role]] : []
          }),
        ),
      ]),
    )
    const fileIds = (files.data ?? []).map(({ fileId }) => fileId)
    await start.mutateAsync({ projectId, fileIds, answers: byLayout })
    say(t('started'))
  }
  return (
    <>
      <Button type="primary" size="small" onClick={() => setOpen(true)}>
        {t('answer', { count })}
      </Button>
      <FormDialog<Values>
        open={open}
        title={t('questionsTitle')}
        place="drawer"
        width={640}
        initial={{}}
        submit={t('goOn')}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <p className="second">{t('questionsHint')}</p>
        <StateView of={files} shape={<Bones lines={6} />}>
          {() =>
            asked.map(({ file, sheet }) => (
              <section key={sheet.signature} className="asked-sheet">
                <h3>{[file, sheet.name, sheet.kindName].filter(Boolean).join(' · ')}</h3>
                {sheet.questions.map((question) => (
                  <OneQuestion key={question.signature} layout={sheet.signature} of={question} />
                ))}
              </section>
            ))
          }
        </StateView>
      </FormDialog>
    </>
  )
}

function OneQuestion({ layout, of: question }: { layout: string; of: Question }) {
  const t = useTexts(versionTexts)
  const language = useLanguage((state) => state.language)
  const { index, header, signature, samples, candidates } = question
  const offered = new Set(candidates.map(({ role }) => role))
  const why = candidates.flatMap(({ roleName: name, evidence }) => evidence.map(({ text }) => `${name}（${text}）`))
  return (
    <Form.Item
      name={['answers', nameOf(layout, signature)]}
      label={`${t('column', { letter: columnLetter(index) })} ${header || t('noHeader')}`}
      rules={[{ required: true, message: t('choose') }]}
      extra={
        <>
          <span className="asked-samples number">{t('samples', { values: samples.join('　') })}</span>
          <br />
          {t('because', { why: why.length > 0 ? why.join('；') : t('noEvidence') })}
        </>
      }
    >
      <Select
        placeholder={t('choose')}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          {
            label: t('questionsTitle'),
            options: candidates.map(({ role, roleName: label }) => ({ value: role, label })),
          },
          {
            label: t('otherMeaning'),
            options: columnRoles
              .filter((role) => !offered.has(role))
              .map((role) => ({ value: role, label: roleName(role, language) })),
          },
        ]}
      />
    </Form.Item>
  )
}
