import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { knowledge, type Synonym } from '#contract/knowledge.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { texts } from './texts.ts'

type Values = Pick<Synonym, 'term' | 'means'>

/** Words the firm says for others; its administrators keep them. */
export function SynonymList() {
  const t = useTexts(texts)
  const keeps = useMay()('rulePack.sign')
  const view = useListView()
  const rows = useQuery(pageQuery(knowledge.synonyms, view.input))
  const confirm = useConfirmDanger()
  const save = useCommand(knowledge.saveSynonym, { quiet: true })
  const remove = useCommand(knowledge.removeSynonyms)
  const [form, setForm] = useState<{ of?: Synonym }>()
  const destroy = async ({ id, term }: Synonym) => {
    if (await confirm({ says: t('removeSynonymSure', { term }), ok: t('remove') }))
      remove.mutate({ ids: id }, { onSuccess: () => say(t('removed')) })
  }
  const submit = async (values: Values) => {
    await save.mutateAsync({ ...values, ...(form?.of && { id: form.of.id }) })
    say(t('saved'))
  }
  const columns: Column<Synonym>[] = [
    { key: 'term', title: t('term'), width: 200, sortable: true },
    { key: 'means', title: t('means'), render: ({ means }) => means.join(listMark()) },
    { key: 'updateUserName', title: t('updatedBy'), width: 110, cut: true },
    { key: 'updateTime', title: t('updated'), width: 168, sortable: true },
    ...(keeps
      ? [
          {
            key: 'actions',
            title: t('actions'),
            width: 140,
            fixed: 'end' as const,
            render: (row: Synonym) => (
              <Space size={4}>
                <Button type="link" size="small" onClick={() => setForm({ of: row })}>
                  {t('edit')}
                </Button>
                <Button type="link" size="small" onClick={() => void destroy(row)}>
                  {t('remove')}
                </Button>
              </Space>
            ),
          },
        ]
      : []),
  ]
  return (
    <section aria-label={t('tabSynonyms')}>
      {keeps && (
        <div className="kb-head">
          <p className="second">{t('meansHint')}</p>
          <Button icon={<PlusOutlined />} onClick={() => setForm({})}>
            {t('newSynonym')}
          </Button>
        </div>
      )}
      <List<Synonym>
        name={t('tabSynonyms')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        search={[{ filter: 'term', label: t('term') }]}
        empty={{ says: t('noSynonyms') }}
        {...(keeps && { onNew: () => setForm({}) })}
      />
      <FormDialog<Values>
        open={form !== undefined}
        title={t(form?.of ? 'editSynonym' : 'newSynonym')}
        initial={form?.of ?? { means: [] }}
        onSubmit={submit}
        onClose={() => setForm(undefined)}
      >
        <Form.Item<Values>
          name="term"
          label={t('term')}
          rules={[{ required: true, whitespace: true, message: t('synonymPlease') }]}
        >
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item<Values>
          name="means"
          label={t('means')}
          extra={t('meansHint')}
          rules={[{ required: true, type: 'array', min: 1, message: t('synonymPlease') }]}
        >
          <Select mode="tags" open={false} maxCount={20} tokenSeparators={['，', '、', ',', ' ']} />
        </Form.Item>
      </FormDialog>
    </section>
  )
}
