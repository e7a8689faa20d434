import { useQuery } from '@tanstack/react-query'
import { dict } from '#contract/dict.ts'
import { query } from './api.ts'

/** A dictionary's items as options (label dictValue, value dictKey), and the label of a key. */
export function useDictionary(code: string) {
  const { data = [] } = useQuery({ ...query(dict.dictionary, { code }), staleTime: 600_000 })
  return {
    options: data.map(({ dictKey, dictValue }) => ({ value: dictKey, label: dictValue })),
    label: (key: string | number) => data.find(({ dictKey }) => dictKey === String(key))?.dictValue ?? '',
  }
}
