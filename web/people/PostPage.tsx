import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { type Post, post, postCategories } from '#contract/post.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { texts } from './texts.ts'
import './people.css'

const categoryWord = (category: number) =>
  category === 1 ? 'category1' : category === 2 ? 'category2' : category === 3 ? 'category3' : 'category4'

/** /system/post: the posts that people hold. */
export function PostPage() {
  const t = useTexts(texts)
  const may = useMay()
  const view = useListView()
  const rows = useQuery(pageQuery(post.list, view.input))
  const [form, setForm] = useState<{ of?: Post } | undefined>()
  const add = may('post.edit') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newPost')}
    </Button>
  )
  const columns: Column<Post>[] = [
    { key: 'postName', title: t('postName'), cut: true, sortable: true },
    { key: 'postCode', title: t('postCode'), width: 160, cut: true, sortable: true },
    { key: 'category', title: t('category'), width: 100, render: (row) => t(categoryWord(row.category)) },
    { key: 'userCount', title: t('people'), width: 72, align: 'right' },
    { key: 'sort', title: t('sort'), width: 72, align: 'right' },
    { key: 'remark', title: t('remark'), width: 220, cut: true },
    { key: 'updateTime', title: t('updateTime'), width: 172, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => may('post.edit') && <RowActions row={row} onEdit={(of) => setForm({ of })} />,
    },
  ]
  return (
    <>
      <ListPage
        title={t('posts')}
        pageKey="post"
        {...(may('post.edit') && { onNew: () => setForm({}) })}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'postName', label: t('postName') },
          { filter: 'postCode', label: t('postCode') },
          {
            filter: 'category_equal',
            label: t('category'),
            width: 140,
            options: postCategories.map((one) => ({ value: String(one), label: t(`category${one}`) })),
          },
        ]}
        empty={{ says: t('noPosts'), action: add }}
        {...(may('post.edit') && { onOpen: (of: Post) => setForm({ of }) })}
      />
      <PostForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} />
    </>
  )
}

function RowActions({ row, onEdit }: { row: Post; onEdit: (row: Post) => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(post.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('removePostSure', { name: row.postName }), ok: t('remove') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  return (
    <span
      className="people-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}

type Values = Pick<Post, 'postCode' | 'postName' | 'category' | 'sort' | 'remark'>
type PostFormProps = { open: boolean; of: Post | undefined; onClose: () => void }

function PostForm({ open, of, onClose }: PostFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(post.submit, { quiet: true })
  const save = async (values: Values) => {
    await submit.mutateAsync({ ...values, ...(of && { id: of.id }) })
    say(t('saved'))
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t(of ? 'editPost' : 'newPost')}
      initial={of ?? { category: 2, sort: 0 }}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="people-pair">
        <Form.Item<Values>
          name="postName"
          label={t('postName')}
          rules={[{ required: true, whitespace: true, message: t('postNamePlease') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values>
          name="postCode"
          label={t('postCode')}
          rules={[{ required: true, pattern: /^[\w-]{1,50}$/, message: t('postCodeWrong') }]}
        >
          <Input maxLength={50} spellCheck={false} />
        </Form.Item>
        <Form.Item<Values> name="category" label={t('category')}>
          <Select options={postCategories.map((value) => ({ value, label: t(`category${value}`) }))} />
        </Form.Item>
        <Form.Item<Values> name="sort" label={t('sort')}>
          <InputNumber min={0} max={99_999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
