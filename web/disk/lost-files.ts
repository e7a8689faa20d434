import type { DiskUpload } from './upload-store.ts'

type Waiting = Pick<DiskUpload, 'name' | 'relPath' | 'size' | 'lastModified'>
const pathOf = ({ webkitRelativePath, name }: File) => (webkitRelativePath || name).normalize('NFC')

/**
 * Which of the files chosen again belongs to which upload that a reload has interrupted: by name, size and day of change; where
 * several are alike, the one in the same folder.
 */
export function foundAgain<U extends Waiting>(
  lost: readonly U[],
  chosen: readonly File[],
): { upload: U; file: File }[] {
  const byName = Map.groupBy(chosen, ({ name }) => name.normalize('NFC'))
  return lost.flatMap((upload) => {
    const { name, relPath, size, lastModified } = upload
    const alike = (byName.get(name) ?? []).filter((file) => file.size === size && file.lastModified === lastModified)
    const file = alike.find((one) => pathOf(one).endsWith(`${relPath}/${name}`)) ?? alike[0]
    return file ? [{ upload, file }] : []
  })
}
