import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { keepResult } from '../list/result-file.ts'
import { officeOf, toXlsx } from '../toolbox/libre-office.ts'
import { inTurn } from './in-turn.ts'

const SECONDS = 90
/** LibreOffice takes a processor for itself: others wait. */
const alone = inTurn(1)
/** Files drawn lately that are remembered. */
const MOST_KNOWN = 500

type Drawn = { id: string; size: number }
type Source = { name: string; sha256: string; form: string }

const known = new Map<string, Promise<Drawn>>()

/**
 * Whether this installation draws Office documents. They bring in pictures by name, so only where LibreOffice sees neither the files
 * of the machine nor the network.
 */
export const drawsOffice = async ({ config }: Pick<Kernel, 'config'>): Promise<boolean> =>
  (await officeOf(config))?.alone === true

/**
 * An Office document as a PDF of the person's own, made by LibreOffice without network, other files or macros; the same content is drawn
 * once while it is remembered. Refuses with viewerNotDrawn and viewerBusy. `form` is the ending LibreOffice is shown.
 */
export async function drawOffice(kernel: Kernel, user: User, source: Source): Promise<Drawn> {
  const key = `${user.tenantId}/${user.id}/${source.sha256}`
  const before = await known.get(key)?.catch(() => undefined)
  // it lies for a week, and then is gone
  if (before && (await kernel.files.find(user, before.id).catch(() => undefined))) return before
  const drawing = alone(() => draw(kernel, user, source))
  known.set(key, drawing)
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest)
  drawing.catch(() => known.delete(key))
  return drawing
}

async function draw(kernel: Kernel, user: User, { name, sha256, form }: Source): Promise<Drawn> {
  const office = await officeOf(kernel.config)
  if (!office?.alone) throw new Refusal('viewerNotDrawn', { file: name })
  const actor = { tenantId: user.tenantId, userId: user.id }
  const scratch = join(kernel.config.DIGAO_DATA, 'tmp')
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const home = await mkdtemp(join(scratch, 'drawn-'))
  try {
    // no outside name reaches a command line
    const input = join(home, `file.${form}`)
    await kernel.blobs.asPath(actor, sha256, (path) => copyFile(path, input))
    const outputs = join(home, 'out')
    const signal = AbortSignal.timeout(SECONDS * 1000 + 5000)
    const data = kernel.config.DIGAO_DATA
    await toXlsx({ office, home, data, inputs: [input], to: 'pdf', outputs, seconds: SECONDS, signal })
    const [made] = await readdir(outputs)
    if (made === undefined) throw new Refusal('viewerNotDrawn', { file: name })
    const path = join(outputs, made)
    const { size } = await stat(path)
    const kept = await keepResult(kernel, actor, { path, name: `${name}.pdf` })
    return { id: kept.id, size }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
