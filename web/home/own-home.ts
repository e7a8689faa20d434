import type { Text } from '#contract/texts.ts'
import { landing, pageAt } from '../shell/place.ts'
import { usePerson } from '../tabs/own-tabs.ts'

const GENERAL_HOME = '/wel/index'

/** The home of a person's work, where that is another page than the general one. */
export function useOwnHome(): { path: string; title: Text } | undefined {
  const path = landing(usePerson())
  const title = pageAt(path)?.title
  return title && path !== GENERAL_HOME ? { path, title } : undefined
}
