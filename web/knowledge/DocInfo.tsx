import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { knowledgeDoc, type KnowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledgeKinds } from '#contract/knowledge.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { texts } from './texts.ts'

type Detail = z.output<typeof knowledgeDoc.detail.output>
type Values = Pick<KnowledgeDoc, 'name' | 'kind' | 'number' | 'region' | 'supersededBy'> & {
  supersededFrom: string
  effectiveFrom: string
  effectiveTo: string
}

/** What is said about a document: read by all, changed by whom it belongs to. */
export function DocInfo({ of, edits }: { of: Detail; edits: boolean }) {
  const t = useTexts(texts)
  const { document, versions } = of
  if (edits) return <InfoForm key={document.version} of={of} />
  const version = versions.find(({ id }) => id === document.versionId)
  return (
    <Facts
      of={{
        [t('docName')]: document.name,
        [t('kind')]: t(`kind_${document.kind}`),
        [t('number')]: document.number,
        [t('region')]: document.region,
        [t('effectiveFrom')]: version?.effectiveFrom ?? t('unknownDay'),
        [t('effectiveTo')]: version?.endsOn ?? t('unknownDay'),
        [t('supersededBy')]: document.supersededByName,
        [t('supersededFrom')]: document.supersededFrom ?? '',
      }}
    />
  )
}

function InfoForm({ of: { document, versions } }: { of: Detail }) {
  const t = useTexts(texts)
  const update = useCommand(knowledgeDoc.update)
  const version = versions.find(({ id }) => id === document.versionId)
  const submit = ({ supersededFrom, effectiveFrom, effectiveTo, supersededBy, ...values }: Values) =>
    update.mutate(
      {
        ...values,
        id: document.id,
        version: document.version,
        supersededBy: supersededBy ?? '',
        supersededFrom: supersededFrom || null,
        versions: version
          ? [{ id: version.id, effectiveFrom: effectiveFrom || null, effectiveTo: effectiveTo || null }]
          : [],
      },
      { onSuccess: () => say(t('saved')) },
    )
  return (
    <Form<Values>
      layout="vertical"
      initialValues={{
        ...document,
        supersededFrom: document.supersededFrom ?? '',
        effectiveFrom: version?.effectiveFrom ?? '',
        effectiveTo: version?.effectiveTo ?? '',
      }}
      onFinish={submit}
    >
      <Form.Item<Values>
        name="name"
        label={t('docName')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <div className="kb-pairs">
        <Form.Item<Values> name="kind" label={t('kind')}>
          <Select options={knowledgeKinds.map((value) => ({ value, label: t(`kind_${value}`) }))} />
        </Form.Item>
        <Form.Item<Values> name="number" label={t('number')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="region" label={t('region')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="effectiveFrom" label={t('effectiveFrom')}>
          <Input type="date" />
        </Form.Item>
        <Form.Item<Values> name="effectiveTo" label={t('effectiveTo')}>
          <Input type="date" />
        </Form.Item>
        <Form.Item<Values> name="supersededFrom" label={t('supersededFrom')}>
          <Input type="date" />
        </Form.Item>
      </div>
      <Form.Item<Values> name="supersededBy" label={t('supersededBy')}>
        <OtherDocument of={document} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={update.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}

type OtherProps = { of: KnowledgeDoc; id?: string; value?: string; onChange?: (id: string) => void }

/** Another document of the same base, found by its name. */
function OtherDocument({ of, value, ...props }: OtherProps) {
  const t = useTexts(texts)
  const [typed, type] = useState('')
  const found = useQuery(pageQuery(knowledgeDoc.list, { baseId: of.baseId, size: '30', ...(typed && { name: typed }) }))
  const known = (found.data?.records ?? [])
    .filter(({ id }) => id !== of.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  const own = of.supersededBy !== '' && !known.some((one) => one.value === of.supersededBy)
  return (
    <Select
      {...props}
      {...(value && { value })}
      allowClear
      placeholder={t('none')}
      showSearch={{ filterOption: false, onSearch: type }}
      options={own ? [{ value: of.supersededBy, label: of.supersededByName }, ...known] : known}
    />
  )
}
