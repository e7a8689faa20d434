import { zip } from 'fflate'

/** Hands bytes to the person as a download. */
function save(bytes: Uint8Array, name: string, type: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** One file as it is, several as a ZIP of this name; nothing leaves the machine. */
export async function saveMade(
  made: readonly { name: string; bytes: Uint8Array }[],
  { name, type }: { name: string; type: string },
): Promise<void> {
  const [only] = made
  if (made.length === 1 && only) {
    save(only.bytes, only.name, type)
    return
  }
  const files = Object.fromEntries(made.map((one) => [one.name, one.bytes]))
  const bytes = await new Promise<Uint8Array>((done, failed) => {
    // packed already
    zip(files, { level: 0 }, (error, packed) => (error ? failed(error) : done(packed)))
  })
  save(bytes, `${name}.zip`, 'application/zip')
}
