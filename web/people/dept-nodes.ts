import { useQuery } from '@tanstack/react-query'
import { dept } from '#contract/dept.ts'
import type { PickNode } from '#contract/menu.ts'
import { query } from '#web/kernel/api.ts'

export type TreeNode = { title: string; key: string; value: string; children?: TreeNode[] }

const shown = ({ id, title, children }: PickNode): TreeNode => ({
  title,
  key: id,
  value: id,
  ...(children && { children: children.map(shown) }),
})

/** The departments as nodes for a tree or a tree select. */
export function useDeptNodes() {
  const found = useQuery(query(dept.tree, {}))
  return { ...found, nodes: (found.data ?? []).map(shown) }
}
