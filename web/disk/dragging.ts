import type { DragEvent } from 'react'
import type { DiskRow } from './disk-rows.ts'

/** What marks a drag as one of rows of the disk. */
const NODES = 'application/x-digao-nodes'
let dragged: readonly DiskRow[] = []

/** Rows are picked up; while they hang, what is dragged over can ask which. */
export function pickUp(event: DragEvent, rows: readonly DiskRow[]): void {
  dragged = rows
  event.dataTransfer.setData(NODES, rows.map(({ id }) => id).join())
  event.dataTransfer.effectAllowed = 'copyMove'
}
export const putDown = () => {
  dragged = []
}

/** Rows of the disk that hang over something; of another window nothing is known of them. */
export const hanging = ({ dataTransfer }: DragEvent): readonly DiskRow[] =>
  dataTransfer.types.includes(NODES) ? dragged : []

/** Files and folders of the desktop hang over something. */
export const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Rows can go into a folder that is none of them and not where they are already. */
export const canGoInto = (rows: readonly DiskRow[], folderId: string): boolean =>
  rows.length > 0 && rows.every(({ id, parentId }) => id !== folderId && parentId !== folderId)
