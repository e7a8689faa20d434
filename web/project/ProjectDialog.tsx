import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { docFile } from '#contract/doc-files.ts'
import { AUDIT_CATEGORY, project, type Project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { CallError, saidNothing } from '#web/kernel/transport.ts'
import { useShownName } from '../firm/own-firm.ts'
import { EnterprisePicker } from './EnterprisePicker.tsx'
import { listTexts } from './list-texts.ts'
import { texts } from './texts.ts'
import './project.css'

type Owner = { id: string; firmId: string; enterpriseName: string; creditCode: string }
type ProjectDialogProps = {
  open: boolean
  /** The enterprise the project belongs to; without one nothing can be created. */
  enterprise: Owner | undefined
  /** The enterprise is chosen in the dialog: where a new project comes from the list of all. */
  choosing?: boolean
  /** The project to change; without it a new one. */
  of?: Project | undefined
  onClose: () => void
}
type Values = {
  enterpriseId?: string
  projectName: string
  year: Dayjs | null
  category: string
  workpaperTemplateId?: string
}

/** 新建项目 and 编辑项目, 90 % wide. Category 1 asks for a template; any other clears it. Submitting is confirmed first. */
export function ProjectDialog({ open, enterprise, choosing = false, of, onClose }: ProjectDialogProps) {
  const t = useTexts(texts)
  const [picked, setPicked] = useState<Owner>()
  const owner = choosing ? picked : enterprise
  const l = useTexts(listTexts)
  const confirm = useConfirm()
  const save = useCommand(project.save, { quiet: true })
  const update = useCommand(project.update, { quiet: true })

  const submit = async ({ projectName, year, category, workpaperTemplateId }: Values) => {
    if (!owner?.id) throw new CallError(t('noEnterprise'), 400)
    if (!(await confirm({ says: t('submitSure') }))) return false
    const values = {
      projectName: projectName.trim(),
      year: year?.format('YYYY') ?? '',
      category: Number(category),
      workpaperTemplateId: Number(category) === AUDIT_CATEGORY ? (workpaperTemplateId ?? '') : '',
    }
    if (of) await update.mutateAsync({ ...values, id: of.id, version: of.version })
    else await save.mutateAsync({ ...values, enterpriseId: owner.id })
    say(t(of ? 'updated' : 'created'))
    return true
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t(of ? 'editProject' : 'newProject')}
      width="90%"
      initial={
        of && {
          projectName: of.projectName,
          year: dayjs(of.year, 'YYYY'),
          category: String(of.category),
          workpaperTemplateId: of.workpaperTemplateId || undefined,
        }
      }
      submit={t('submit')}
      onSubmit={submit}
      onClose={() => {
        setPicked(undefined)
        onClose()
      }}
    >
      {choosing && (
        <Form.Item<Values>
          name="enterpriseId"
          label={l('chooseEnterprise')}
          rules={[{ required: true, message: l('chooseEnterprisePlease') }]}
        >
          <EnterprisePicker onPick={setPicked} />
        </Form.Item>
      )}
      <ProjectFields enterprise={owner} />
    </FormDialog>
  )
}

function ProjectFields({ enterprise }: { enterprise: Owner | undefined }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const shownName = useShownName()
  const categories = useDictionary('tax_project_category')
  const audit = Number(Form.useWatch('category', form)) === AUDIT_CATEGORY
  const templates = useQuery({
    ...query(docFile.templates, { firmId: enterprise?.firmId ?? '', taxProjectCategory: AUDIT_CATEGORY }),
    enabled: audit,
  })
  const origin = { system: t('templateSystem'), firm: t('templateFirm') }
  return (
    <div className="project-fields">
      <Form.Item<Values>
        name="projectName"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={200} placeholder={t('namePlease')} />
      </Form.Item>
      <Form.Item<Values> name="year" label={t('year')} rules={[{ required: true, message: t('yearPlease') }]}>
        <DatePicker picker="year" format="YYYY" placeholder={t('yearPlease')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Values>
        name="category"
        label={t('category')}
        rules={[{ required: true, message: t('categoryPlease') }]}
      >
        <Select
          options={categories.options}
          placeholder={t('categoryPlease')}
          onChange={(chosen: string) => {
            if (Number(chosen) !== AUDIT_CATEGORY) form.setFieldValue('workpaperTemplateId', undefined)
          }}
        />
      </Form.Item>
      {audit && (
        <Form.Item<Values>
          name="workpaperTemplateId"
          label={t('template')}
          rules={[{ required: true, message: t('templatePlease') }]}
          {...(templates.isError && {
            help: saidNothing(templates.error) ? t('templatesFailed') : templates.error.message,
            validateStatus: 'error',
          })}
        >
          <Select
            loading={templates.isPending}
            placeholder={t('templatePlease')}
            options={(templates.data ?? []).map(({ id, originalName, templateType }) => ({
              value: id,
              label: t('templateOf', { name: originalName, origin: origin[templateType] }),
            }))}
          />
        </Form.Item>
      )}
      {enterprise && (
        <>
          <Form.Item label={t('enterprise')}>
            <Input
              aria-label={t('enterprise')}
              value={shownName(enterprise.enterpriseName)}
              readOnly
              variant="filled"
            />
          </Form.Item>
          <Form.Item label={t('creditCode')}>
            <Input aria-label={t('creditCode')} value={enterprise.creditCode} readOnly variant="filled" />
          </Form.Item>
        </>
      )}
    </div>
  )
}
