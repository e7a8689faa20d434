import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { docRequest } from '#contract/doc-request.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { EnterprisePicker } from '../project/EnterprisePicker.tsx'
import { copyLink } from './copy-link.ts'
import type { RequestPlace } from './DocRequestPage.tsx'
import { firstHead, type Head, HeadFields } from './HeadFields.tsx'
import { texts } from './texts.ts'

type Template = z.output<typeof docRequest.templates.output>[number]
type Values = Head & { codes: string[]; enterpriseId?: string }
type NewRequestProps = { place: RequestPlace; onClose: () => void; onMade: (id: string) => void }

/** A new request from what the service usually asks for; its link is copied at once. */
export function NewRequest(props: NewRequestProps) {
  const templates = useQuery(query(docRequest.templates, {}))
  return <StateView of={templates}>{(found) => <Making {...props} templates={found} />}</StateView>
}

function Making({ place, onClose, onMade, templates }: NewRequestProps & { templates: Template[] }) {
  const t = useTexts(texts)
  const save = useCommand(docRequest.save, { quiet: true })
  const [service, setService] = useState(templates[0]?.service ?? '')
  const chosen = templates.find((one) => one.service === service) ?? templates[0]
  const choosesClient = place.projectId === '' && place.enterpriseId === ''
  const submit = async ({ codes, enterpriseId, ...head }: Values) => {
    const items = (chosen?.items ?? []).filter(({ code }) => codes.includes(code))
    const made = await save.mutateAsync({
      projectId: place.projectId,
      enterpriseId: enterpriseId ?? place.enterpriseId,
      ...head,
      items: items.map(({ code, name, note, required, kinds, papers, target }) => ({
        code,
        name,
        note,
        required,
        kinds,
        papers,
        target,
      })),
    })
    say(t((await copyLink(made.id, made.path)) ? 'made' : 'madeOnly'))
    onMade(made.id)
  }
  if (!chosen) return null
  return (
    <FormDialog<Values>
      // another service is another list and another name
      key={service}
      open
      place="drawer"
      width={640}
      title={t('newRequest')}
      submit={t('make')}
      initial={{
        ...firstHead,
        title: t('defaultTitle', { service: chosen.name }),
        codes: chosen.items.flatMap(({ code, required }) => (required ? [code] : [])),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {choosesClient && (
        <Form.Item<Values>
          name="enterpriseId"
          label={t('client')}
          rules={[{ required: true, message: t('clientPlease') }]}
        >
          <EnterprisePicker />
        </Form.Item>
      )}
      <Form.Item label={t('template')}>
        <Select
          value={service}
          onChange={setService}
          options={templates.map((one) => ({ value: one.service, label: one.name }))}
        />
      </Form.Item>
      <HeadFields />
      <ItemPicker of={chosen} />
    </FormDialog>
  )
}

function ItemPicker({ of }: { of: Template }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const codes = Form.useWatch('codes', form) ?? []
  const groups = Map.groupBy(of.items, ({ group }) => group)
  const pick = (picked: Template['items']) => form.setFieldValue('codes', picked.map(({ code }) => code)) // prettier-ignore
  return (
    <>
      <div className="request-pick">
        <span>{t('pick', { picked: codes.length, all: of.items.length })}</span>
        <span>
          <Button type="link" size="small" onClick={() => pick(of.items)}>
            {t('pickAll')}
          </Button>
          <Button type="link" size="small" onClick={() => pick(of.items.filter(({ required }) => required))}>
            {t('pickRequired')}
          </Button>
        </span>
      </div>
      <Form.Item<Values> name="codes" rules={[{ required: true, type: 'array', min: 1, message: t('pickPlease') }]}>
        <Checkbox.Group className="request-items">
          {[...groups].map(([group, items]) => (
            <fieldset key={group}>
              <legend>{group}</legend>
              {items.map(({ code, name, note, required, papers }) => (
                <Checkbox key={code} value={code}>
                  {name}
                  <span className="third">
                    {[t(required ? 'required' : 'optional'), note, papers.join(t('wordJoin'))]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </Checkbox.Group>
      </Form.Item>
    </>
  )
}
