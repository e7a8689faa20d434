/** Names that were given in each folder; asked with a taken one, it answers `name (2).ext`. Upper and lower case are the same. */
export function onceNamed() {
  const taken = new Set<string>()
  return (folder: string, name: string): string => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let given = name
    for (let n = 2; taken.has(`${folder}/${given}`.normalize('NFC').toLowerCase()); n += 1)
      given = `${stem} (${n})${extension}`
    taken.add(`${folder}/${given}`.normalize('NFC').toLowerCase())
    return given
  }
}

/** A folder inside an archive: no absolute path, no step upwards, no control signs. */
export const safeFolder = (folder: string): string =>
  folder
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => part.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069:*?"<>|]/gu, ' ').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(0, 20)
    .join('/')
