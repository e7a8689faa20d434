import type { kinds } from './testing-kinds.ts'

/** A call that names a row: of which kind, and a valid input that names it. */
export type Subject = {
  kind: keyof typeof kinds
  input: (id: string) => Record<string, unknown>
}

export const byId = (kind: Subject['kind'], more: object = {}): Subject => ({ kind, input: (id) => ({ id, ...more }) })
export const byIds = (kind: Subject['kind'], more: object = {}): Subject => ({
  kind,
  input: (id) => ({ ids: id, ...more }),
})
export const of = (kind: Subject['kind'], field: string, more: object = {}): Subject => ({
  kind,
  input: (id) => ({ [field]: id, ...more }),
})
