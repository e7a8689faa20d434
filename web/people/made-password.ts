/** Without characters that are read wrongly from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'

/** A password of 16 characters from the browser's own randomness, so that only its md5 ever leaves this screen. */
export function madePassword(): string {
  // bytes beyond a whole number of alphabets would make the first letters likelier
  const fair = 256 - (256 % letters.length)
  let made = ''
  while (made.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < fair && made.length < 16) made += letters[byte % letters.length]
    }
  }
  return made
}

/** At least 8 characters with letters and digits. */
export const isStrongEnough = (password: string) =>
  password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password)
