/** 0: would be refused; 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

const runs = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]

/** Characters that are not foreseen by the one before: a run of the keyboard or the alphabet, or a repetition, counts once. */
function surprising(password: string): number {
  const text = password.toLowerCase()
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const pair = text.slice(at - 1, at + 1)
    const foreseen = at > 0 && (pair[0] === pair[1] || runs.some((run) => run.includes(pair)))
    if (!foreseen) count++
  }
  return count
}

/** How hard a password is to guess: its length counts most, then what is in it; the person's own names do not. */
export function strengthOf(
  password: string,
  { least = 8, names = [] }: { least?: number; names?: string[] } = {},
): Strength {
  if (password.length < least) return 0
  const own = names.filter((name) => name.length > 2)
  const rest = own.reduce((text, name) => text.replaceAll(name, ''), password)
  const points = surprising(rest) + kinds.filter((kind) => kind.test(rest)).length * 1.5
  if (points < 7) return 1
  if (points < 11) return 2
  return points < 16 ? 3 : 4
}
