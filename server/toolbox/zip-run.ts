import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { asAttachment } from '../system/file-service.ts'
import { onceNamed } from './once-named.ts'
import type { KeptFile } from './tool-files.ts'

type Sent = { kernel: Kernel; user: User; reply: FastifyReply }

/** Sends results as one archive, file after file straight from the store; no connection is held meanwhile. */
export async function zipRun(
  { kernel, user, reply }: Sent,
  code: string,
  outputs: readonly (KeptFile & { sha256: string })[],
): Promise<void> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const zip = new ZipFile()
  const nameOf = onceNamed()
  for (const { name, folder, sha256 } of outputs) {
    const path = `${folder === '' ? '' : `${folder}/`}${nameOf(folder, name)}`
    // workbooks and PDF are packed already
    zip.addReadStreamLazy(path, { compress: false }, (take) => {
      kernel.blobs.open(actor, sha256).then(
        (stream) => take(null, stream),
        (error: unknown) => zip.outputStream.emit('error', error),
      )
    })
  }
  zip.end()
  await asAttachment(reply, `${code}.zip`).send(zip.outputStream)
}
