import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type ColumnQuestion, columnRoles, type DatasetFile, type SheetQuestion } from '#contract/dataset-file.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { clauseMark, useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { answerKey, type Answers, byLayout, openQuestions, proposed } from './open-questions.ts'
import { roleName } from './role-name.ts'
import { columnLetter } from './size-text.ts'
import { versionTexts } from './version-texts.ts'

/**
 * Asks in one dialog what could not be decided about the sheets of a version, what they are, which time they cover, in
 * what unit, and what their columns are; imports again with the answers.
 */
export function ColumnQuestions({ projectId, datasetId }: { projectId: string; datasetId: string }) {
  const t = useTexts(versionTexts)
  const [open, setOpen] = useState(false)
  const files = useQuery(query(ledger.files, { datasetId }))
  const start = useCommand(ledger.import, { also: [project.files], quiet: true })
  const asked = openQuestions(files.data ?? [])
  const count = asked.reduce((sum, { asks, columns }) => sum + asks.length + columns.length, 0)
  if (count === 0) return null

  const submit = async ({ answers }: Answers) => {
    const fileIds = (files.data ?? []).map(({ fileId }) => fileId)
    await start.mutateAsync({ projectId, fileIds, answers: byLayout(asked, answers) })
    say(t('started'))
  }
  return (
    <>
      <Button type="primary" size="small" onClick={() => setOpen(true)}>
        {t('answer', { count })}
      </Button>
      <FormDialog<Answers>
        open={open}
        title={t(asked.some(({ asks }) => asks.length > 0) ? 'everyQuestionTitle' : 'questionsTitle')}
        place="drawer"
        width={640}
        initial={{ answers: proposed(asked) }}
        submit={t('goOn')}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <p className="second">{t('questionsHint')}</p>
        <StateView of={files} shape={<Bones lines={6} />}>
          {(all) =>
            openQuestions(all).map(({ place, layout, asks, columns }) => (
              <section key={place} className="asked-sheet">
                <h3>{place}</h3>
                {asks.map((question) => (
                  <OneAsk key={question.signature} layout={layout} of={question} />
                ))}
                {columns.map((question) => (
                  <OneColumn key={question.signature} layout={layout} of={question} />
                ))}
              </section>
            ))
          }
        </StateView>
      </FormDialog>
    </>
  )
}

type Evidence = z.output<typeof DatasetFile>['sheets'][number]['evidence']

/** What the table shows, and what speaks for each candidate. */
function Grounds({ samples, candidates }: { samples: string[]; candidates: { name: string; evidence: Evidence }[] }) {
  const t = useTexts(versionTexts)
  const why = candidates.flatMap(({ name, evidence }) => evidence.map(({ text }) => `${name}（${text}）`))
  return (
    <>
      <span className="asked-samples number">{t('samples', { values: samples.join('　') })}</span>
      <br />
      {t('because', { why: why.length > 0 ? why.join(clauseMark()) : t('noEvidence') })}
    </>
  )
}

function OneAsk({ layout, of: question }: { layout: string; of: z.output<typeof SheetQuestion> }) {
  const t = useTexts(versionTexts)
  const { aboutName, signature, samples, candidates } = question
  return (
    <Form.Item
      name={['answers', answerKey(layout, signature)]}
      label={aboutName}
      rules={[{ required: true, message: t('choose') }]}
      extra={
        <Grounds
          samples={samples}
          candidates={candidates.map(({ answerName: name, evidence }) => ({ name, evidence }))}
        />
      }
    >
      <Select
        placeholder={t('choose')}
        showSearch={{ optionFilterProp: 'label' }}
        options={candidates.map(({ answer, answerName: label }) => ({ value: answer, label }))}
      />
    </Form.Item>
  )
}

function OneColumn({ layout, of: question }: { layout: string; of: z.output<typeof ColumnQuestion> }) {
  const t = useTexts(versionTexts)
  const language = useLanguage((state) => state.language)
  const { index, header, signature, samples, candidates } = question
  const offered = new Set(candidates.map(({ role }) => role))
  return (
    <Form.Item
      name={['answers', answerKey(layout, signature)]}
      label={`${t('column', { letter: columnLetter(index) })} ${header || t('noHeader')}`}
      rules={[{ required: true, message: t('choose') }]}
      extra={
        <Grounds
          samples={samples}
          candidates={candidates.map(({ roleName: name, evidence }) => ({ name, evidence }))}
        />
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
