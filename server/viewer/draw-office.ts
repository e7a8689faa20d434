import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { officeOf, toXlsx } from '../toolbox/libre-office.ts'
import { inTurn } from './in-turn.ts'
import { keepViewed, viewedBefore } from './viewed-files.ts'

const SECONDS = 90
/** LibreOffice takes a processor for itself: others wait. */
const alone = inTurn(1)

type Drawn = { id: string; size: number }
type Source = { id: string; name: string; sha256: string; form: string }

/** What is being drawn now: a second who asks for the same waits for it. */
const drawing = new Map<string, Promise<Drawn>>()

/**
 * Whether this installation draws Office documents. They bring in pictures by name, so only where LibreOffice sees neither the files
 * of the machine nor the network.
 */
export const drawsOffice = async ({ config }: Pick<Kernel, 'config'>): Promise<boolean> =>
  (await officeOf(config))?.alone === true

/**
 * An Office document as a PDF, made by LibreOffice without network, other files or macros, once while it lies there; readable for
 * whoever may read the document. Refuses with viewerNotDrawn and viewerBusy. `form` is the ending LibreOffice is shown.
 */
export async function drawOffice(kernel: Kernel, user: User, source: Source): Promise<Drawn> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const before = await kernel.database.inTenant(actor, (db) => viewedBefore(db, source.id, pdfName(source)))
  if (before) return before
  const key = `${user.tenantId}/${source.id}`
  const now = drawing.get(key) ?? alone(() => draw(kernel, user, source)).finally(() => drawing.delete(key))
  drawing.set(key, now)
  return now
}

const pdfName = ({ name }: Pick<Source, 'name'>) => fileName(`${name}.pdf`)

async function draw(kernel: Kernel, user: User, source: Source): Promise<Drawn> {
  const { id: sourceId, name, sha256, form } = source
  const office = await officeOf(kernel.config)
  if (!office?.alone) throw new Refusal('viewerNotDrawn', { file: name })
  const scratch = join(kernel.config.DIGAO_DATA, 'tmp')
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const home = await mkdtemp(join(scratch, 'drawn-'))
  try {
    // no outside name reaches a command line
    const input = join(home, `file.${form}`)
    await kernel.blobs.asPath({ tenantId: user.tenantId, userId: user.id }, sha256, (path) => copyFile(path, input))
    const outputs = join(home, 'out')
    const signal = AbortSignal.timeout(SECONDS * 1000 + 5000)
    const data = kernel.config.DIGAO_DATA
    await toXlsx({ office, home, data, inputs: [input], to: 'pdf', outputs, seconds: SECONDS, signal })
    const [made] = await readdir(outputs)
    if (made === undefined) throw new Refusal('viewerNotDrawn', { file: name })
    return await keepViewed(kernel, user, { path: join(outputs, made), name: pdfName(source), sourceId })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
