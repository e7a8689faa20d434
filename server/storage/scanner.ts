import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { readParams } from '../system/param-store.ts'
import { builtInScanner } from './built-in-scanner.ts'
import { clamd } from './clamd.ts'

export type Suspect = { path: string; name: string; size: number }
/** `disguised`: a program that calls itself a document. */
export type Verdict = { is: 'clean' | 'large' | 'disguised' } | { is: 'infected'; virus: string }

/** The port to a virus scanner. What cannot be asked throws. */
export type Scanner = {
  scan(file: Suspect): Promise<Verdict>
  /** Its name and version, which proves that it answers. */
  version(): Promise<string>
}
export type ScannerKind = 'off' | 'builtin' | 'clamd'
type Set = { kind: ScannerKind; limit: number; refusesWithout: boolean; address: string }

/** What the parameters say, for the platform and all tenants alike. */
export async function scannerSettings(db: Db): Promise<Set> {
  const { virusScanner, clamdAddress, clamdLimitMb, virusScannerAway } = await readParams(db, [
    'virusScanner',
    'clamdAddress',
    'clamdLimitMb',
    'virusScannerAway',
  ])
  return {
    kind: virusScanner,
    limit: clamdLimitMb * 1024 * 1024,
    refusesWithout: virusScannerAway === 'refuse',
    address: clamdAddress,
  }
}

/** The scanner of these settings. The built-in one looks first everywhere: a program dressed as a document is no virus to others. */
export function scannerOf({ config }: Pick<Kernel, 'config'>, { kind, limit, address }: Set): Scanner | undefined {
  if (kind === 'off') return undefined
  if (kind === 'builtin') return builtInScanner
  const daemon = () => clamd(address, config.DIGAO_OUTBOUND)
  return {
    async scan(file) {
      const first = await builtInScanner.scan(file)
      if (first.is !== 'clean') return first
      return file.size > limit ? { is: 'large' } : daemon().scan(file)
    },
    version: async () => daemon().version(),
  }
}
