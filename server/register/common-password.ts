import { createHash } from 'node:crypto'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** What people take first; the digits and the words of published lists of leaked passwords, each with the usual endings. */
const words = [
  'password', 'passw0rd', 'p@ssw0rd', 'p@ssword', 'admin', 'administrator', 'root', 'test', 'guest', 'user', 'welcome', 'letmein',
  'monkey', 'dragon', 'master', 'iloveyou', 'sunshine', 'princess', 'football', 'shadow', 'superman', 'michael', 'qwerty',
  'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', '1qaz2wsx', '1q2w3e4r', '1q2w3e4r5t', 'qazwsx', 'qazwsxedc', 'qwe', 'asd',
  'zxc', 'abc', 'abcd', 'abcdef', 'aaa', 'aaaaaa', 'a', 'aa', 'q', 'w', 'z', 'woaini', 'wang', 'zhang', 'li', 'liu', 'chen', 'yang', 'zhao',
  'huang', 'wu', 'xiaoming', 'tiantian', 'baobao', 'digao', 'shuiwu', 'caiwu', 'kuaiji', 'zaq', 'love', 'hello', 'china', 'nihao', 'mima',
] // prettier-ignore
const numbers = [
  '', '0', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890', '0123456789', '987654321',
  '87654321', '654321', '54321', '4321', '321', '111', '1111', '11111', '111111', '11111111', '000', '0000', '000000', '00000000', '222222',
  '333333', '555555', '666', '6666', '666666', '66666666', '777777', '888', '8888', '888888', '88888888', '999999', '112233', '123123',
  '123321', '121212', '131313', '147258', '147258369', '159357', '159753', '789456', '789456123', '110110', '101010', '100200', '520',
  '5201314', '520520', '1314', '13145', '1314520', '1314521', '521521', '2020', '2021', '2022', '2023', '2024', '2025', '2026', '!', '@123',
  '@1234', '@2025', '@2026', '123!', '!@#', '123.', '.123', '#123', '_123', '123456a', '123456abc', '123abc', '123456789a',
] // prettier-ignore

let common: Set<string> | undefined
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

function commonOnes(): Set<string> {
  const all = new Set<string>()
  for (const number of numbers) {
    all.add(md5(number))
    for (const word of words)
      for (const spelt of [word, capital(word)]) all.add(md5(spelt + number)).add(md5(number + spelt))
  }
  return all
}

/**
 * Whether a password, as clients send it (md5 hex), is one of some ten thousand that everybody tries first, or is one of the
 * person's own names (account, phone) with or without a usual ending. ASVS 5.0.0, 6.2.4 and 6.2.11.
 */
export function isCommonPassword(sent: string, names: readonly string[] = []): boolean {
  common ??= commonOnes()
  if (common.has(sent)) return true
  return names
    .filter(Boolean)
    .some((name) =>
      [name, name.toLowerCase(), capital(name)].some((spelt) => numbers.some((number) => md5(spelt + number) === sent)),
    )
}
