/** A name that is not among those given before, numbered before its ending where it is taken; it is among them afterwards. */
export function onceIn(names: Set<string>, name: string): string {
  const ending = /\.[^.]{1,5}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - ending.length)
  let given = name
  for (let n = 2; names.has(given.toLowerCase()); n += 1) given = `${stem} (${n})${ending}`
  names.add(given.toLowerCase())
  return given
}
