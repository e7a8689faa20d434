import { useQuery } from '@tanstack/react-query'
import { Segmented, Tree, type TreeProps } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { type MenuPick, type Role, role } from '#contract/role.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { Difference } from './Difference.tsx'
import { flatMenus, tick } from './menu-choice.ts'
import { texts } from './role-texts.ts'

/** The menus and buttons a role sees: the product's standard, or chosen here. */
export function RoleMenus({ of }: { of: Role }) {
  const t = useTexts(texts)
  const found = useQuery(query(role.menus, { id: of.id }))
  return (
    <StateView
      of={found}
      shape={<Bones lines={8} />}
      empty={{ when: ({ tree }) => tree.length === 0, says: t('noMenus') }}
    >
      {(known) => <Menus key={known.version} of={of} known={known} />}
    </StateView>
  )
}

const parents = (nodes: readonly MenuPick[]) =>
  flatMenus(nodes)
    .filter(({ children }) => children?.some(({ category }) => category === 1))
    .map(({ id }) => id)

type MenusProps = { of: Role; known: z.output<typeof role.menus.output> }

function Menus({ of, known }: MenusProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [own, setOwn] = useState(known.ownMenus)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(known.menuIds))
  const [refusal, setRefusal] = useState('')
  const command = useCommand(role.setMenus, { quiet: true })
  const shown = own ? ticked : new Set(known.standardIds)
  const before = new Set(known.menuIds)
  const names = (keep: (id: string) => boolean) =>
    flatMenus(known.tree)
      .filter(({ id }) => keep(id))
      .map(({ title }) => title)
  const added = names((id) => shown.has(id) && !before.has(id))
  const taken = names((id) => !shown.has(id) && before.has(id))
  const lines = [
    ...(own === known.ownMenus ? [] : [t(own ? 'toChosen' : 'toStandard')]),
    ...(added.length ? [t('added', { names: added.join(listMark()) })] : []),
    ...(taken.length ? [t('taken', { names: taken.join(listMark()) })] : []),
  ]
  const nodes = (rows: readonly MenuPick[]): NonNullable<TreeProps['treeData']> =>
    rows.map(({ id, title, category, children }) => ({
      key: id,
      title: category === 1 ? title : `${title}（${t('buttonTag')}）`,
      ...(children && { children: nodes(children) }),
    }))
  const save = () =>
    command.mutate(
      { id: of.id, version: known.version, ownMenus: own, menuIds: own ? [...ticked] : [] },
      {
        onSuccess: () => say(t('saved')),
        onError: (fault) => setRefusal(fault instanceof CallError ? fault.message : String(fault)),
      },
    )
  return (
    <>
      <Segmented
        value={own ? 'chosen' : 'standard'}
        disabled={!may('role.edit')}
        options={(['standard', 'chosen'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(value) => {
          setOwn(value === 'chosen')
          if (value === 'chosen' && ticked.size === 0) setTicked(new Set(known.standardIds))
        }}
      />
      <p className="second people-hint role-menus-hint">{t(own ? 'chosenHint' : 'standardHint')}</p>
      <Tree
        checkable
        checkStrictly
        selectable={false}
        disabled={!own || !may('role.edit')}
        defaultExpandedKeys={parents(known.tree)}
        treeData={nodes(known.tree)}
        checkedKeys={[...shown]}
        onCheck={(_, { node, checked }) => setTicked(tick(known.tree, ticked, String(node.key), checked))}
      />
      <Difference
        lines={lines}
        busy={command.isPending}
        refusal={refusal}
        onSave={save}
        onDiscard={() => {
          setRefusal('')
          setOwn(known.ownMenus)
          setTicked(new Set(known.menuIds))
        }}
      />
    </>
  )
}
