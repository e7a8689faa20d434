import { openPromise, type Entry } from 'yauzl'

/**
 * Bytes of a few parts of a package by name, each at most `most` bytes; a part that is not there, larger, or damaged is not in
 * the answer. For packages that `openZip` has let through.
 */
export async function zipBytes(
  path: string,
  names: ReadonlySet<string>,
  most: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (names.size === 0) return found
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!names.has(entry.fileName) || entry.uncompressedSize > most) continue
      const bytes = await partBytes(zip, entry).catch(() => undefined)
      if (bytes) found.set(entry.fileName, bytes)
      if (found.size === names.size) break
    }
  } finally {
    zip.close()
  }
  return found
}

async function partBytes(zip: Awaited<ReturnType<typeof openPromise>>, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
