import { Form, Input, InputNumber, Select, TreeSelect } from 'antd'
import { type Dept, dept, deptCategories } from '#contract/dept.ts'
import { user } from '#contract/user.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useDeptNodes } from './dept-nodes.ts'
import { PersonPicker } from './PersonPicker.tsx'
import { texts } from './texts.ts'

/** A department to change, or the parent of a new one ('0': the top). */
export type DeptDraft = { of?: Dept; parentId: string }
type Values = Pick<Dept, 'deptName' | 'fullName' | 'deptCategory' | 'sort' | 'remark'> & {
  parentId?: string
  leaderId?: string
}

/** Adds or changes a department. */
export function DeptForm({ draft, onClose }: { draft: DeptDraft | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const depts = useDeptNodes()
  const submit = useCommand(dept.submit, { quiet: true, also: [user.list] })
  const of = draft?.of
  const save = async ({ parentId = '0', leaderId = '', ...values }: Values) => {
    await submit.mutateAsync({ ...values, parentId, leaderId, ...(of && { id: of.id }) })
    say(t('saved'))
  }
  const parentId = draft && draft.parentId !== '0' ? draft.parentId : undefined
  return (
    <FormDialog<Values>
      open={draft !== undefined}
      title={t(of ? 'editDept' : 'newDept')}
      initial={of ? { ...of, parentId, leaderId: of.leaderId || undefined } : { parentId, deptCategory: 2, sort: 0 }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values> name="parentId" label={t('above')}>
        <TreeSelect treeData={depts.nodes} allowClear placeholder={t('atTop')} treeDefaultExpandAll />
      </Form.Item>
      <div className="people-pair">
        <Form.Item<Values>
          name="deptName"
          label={t('deptName')}
          rules={[{ required: true, whitespace: true, message: t('deptNamePlease') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="fullName" label={t('fullName')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item<Values> name="deptCategory" label={t('deptCategory')}>
          <Select options={deptCategories.map((value) => ({ value, label: t(`deptCategory${value}`) }))} />
        </Form.Item>
        <Form.Item<Values> name="sort" label={t('sort')}>
          <InputNumber min={0} max={99_999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {may('user.view') && (
        <Form.Item<Values> name="leaderId" label={t('leader')}>
          <PersonPicker {...(of?.leaderName && { known: of.leaderName })} />
        </Form.Item>
      )}
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
