import type { Register } from '../workpaper/entry.ts'
import type { Kind } from './functions.ts'
import type { ParamKinds } from './program.ts'

/** What names a formula may use besides cells. */
export type Vocabulary = {
  accounts: ReadonlySet<string>
  tags: ReadonlySet<string>
  lines: ReadonlySet<string>
  /** Kind of each figure: yuan thresholds compare with amounts, the rest are ratios. */
  rates: ReadonlyMap<string, Kind>
  params: ParamKinds
  /** Names for "did you mean". */
  paramNames: readonly string[]
  registers: ReadonlyMap<string, Register>
}
