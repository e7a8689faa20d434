import { useState } from 'react'

/** Rows of a small table while a person edits them; undefined while nobody does. */
export function useEditedRows<Row extends object>() {
  const [rows, setRows] = useState<readonly (Row & { key: number })[]>()
  const [next, setNext] = useState(0)
  const keyed = (given: readonly Row[]) => given.map((row, at) => ({ ...row, key: next + at }))
  return {
    rows,
    begin: (given: readonly Row[]) => {
      setRows(keyed(given))
      setNext(next + given.length)
    },
    add: (...given: Row[]) => {
      setRows([...(rows ?? []), ...keyed(given)])
      setNext(next + given.length)
    },
    change: (key: number, patch: Partial<Row>) =>
      setRows(rows?.map((row) => (row.key === key ? { ...row, ...patch } : row))),
    /** The same change for every row: `patch` is told which one it is. */
    changeAll: (patch: (row: Row & { key: number }) => Partial<Row>) =>
      setRows(rows?.map((row) => ({ ...row, ...patch(row) }))),
    remove: (key: number) => setRows(rows?.filter((row) => row.key !== key)),
    end: () => setRows(undefined),
  }
}
