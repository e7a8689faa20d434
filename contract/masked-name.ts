/**
 * A client's name with all but its first and last character starred; of two characters or fewer only the first stays
 * (website setting firmProjectEnterpriseEncrypt).
 */
export function maskedName(name: string) {
  const characters = Array.from(name)
  const last = characters.length > 2 ? characters.at(-1) : ''
  return characters.length < 2 ? name : `${characters[0]}${'*'.repeat(characters.length - (last ? 2 : 1))}${last}`
}

/** A switch of the website settings; older clients wrote it in several ways. */
export const isOn = (setting: unknown) => setting === true || setting === 1 || setting === '1' || setting === 'true'
