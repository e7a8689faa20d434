import { Tree, TreeSelect } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { useDeptNodes } from './dept-nodes.ts'
import { texts } from './texts.ts'

type DeptFilterProps = { chosen: string; onChoose: (deptId: string) => void }

/** The departments beside a list of people; on a narrow screen a field above it. */
export function DeptFilter({ chosen, onChoose }: DeptFilterProps) {
  const t = useTexts(texts)
  const depts = useDeptNodes()
  return (
    <>
      <nav className="people-depts" aria-label={t('departments')}>
        <button
          type="button"
          className="plain-button people-all"
          aria-pressed={chosen === ''}
          onClick={() => onChoose('')}
        >
          {t('allDepartments')}
        </button>
        {depts.isPending && <Bones lines={5} />}
        {depts.isError && <Failing fault={depts.error} retry={depts.refetch} />}
        {depts.isSuccess && (
          <Tree
            treeData={depts.nodes}
            blockNode
            defaultExpandAll
            selectedKeys={chosen ? [chosen] : []}
            onSelect={(keys) => onChoose(String(keys[0] ?? ''))}
          />
        )}
      </nav>
      <TreeSelect
        className="people-depts-narrow"
        aria-label={t('departments')}
        treeData={depts.nodes}
        placeholder={t('allDepartments')}
        value={chosen || null}
        allowClear
        treeDefaultExpandAll
        onChange={(value: string | null) => onChoose(value ?? '')}
      />
    </>
  )
}
