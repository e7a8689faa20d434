import { useQuery } from '@tanstack/react-query'
import { dept } from '#contract/dept.ts'
import type { PickNode } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'

const flat = (nodes: readonly PickNode[]): PickNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** The departments by id, as options; asked for only where a link has cut the list to one. */
export function useDeptNames() {
  const may = useMay()
  const wanted = useTab().query.has('f.ownerDept_equal')
  const { data = [] } = useQuery({ ...query(dept.tree, {}), enabled: wanted && may('dept.view') })
  return flat(data).map(({ id, title }) => ({ value: id, label: title }))
}
