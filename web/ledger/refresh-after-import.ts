import { queries } from '#web/kernel/api.ts'

/** What an import changes: the files' place, the datasets, and everything computed on them. */
const CHANGED = ['firmProject', 'ledger', 'relation', 'workpaper']

/** Asks again for all that an import may have changed. */
export const refreshAfterImport = () =>
  Promise.all(CHANGED.map((resource) => queries.invalidateQueries({ queryKey: [resource] })))
