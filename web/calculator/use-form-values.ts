import { useCallback, useEffect, useRef, useState } from 'react'
import type { Calculator, Values } from '#engine/calculator/work.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { startValues } from './start-values.ts'

/** The address follows when one pauses, not with every key. */
const PAUSE = 500

/**
 * What stands in the form. Kept in the address as `v.name`, so that a link shows the same calculation; not where a calculator
 * asks about a person.
 */
export function useFormValues({ fields, personal }: Calculator) {
  const { query } = useTab()
  const setView = useSetView()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [values, setOwn] = useState<Values>(() => {
    const start = startValues(fields)
    if (personal) return start
    const linked = fields.flatMap(({ key }): [string, string][] => {
      const value = query.get(`v.${key}`)
      return value === null ? [] : [[key, value.slice(0, 200)]]
    })
    return { ...start, ...Object.fromEntries(linked) }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback(
    (next: Values) => {
      setOwn(next)
      if (personal) return
      clearTimeout(timer.current)
      const start = startValues(fields)
      const patch = fields.map(({ key }) => [`v.${key}`, next[key] === start[key] ? undefined : next[key]] as const)
      timer.current = setTimeout(() => setView(Object.fromEntries(patch)), PAUSE)
    },
    [fields, personal, setView],
  )
  return [values, set] as const
}
