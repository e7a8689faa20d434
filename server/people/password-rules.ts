import { Refusal } from '#server/kernel/errors.ts'
import { md5 } from '../auth/password.ts'

/* The commonest of leaked lists and of Chinese sites; a client sends only the md5, so each is known by that. */
const words =
  `password passwd admin administrator root user guest test qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou
  welcome monkey dragon letmein master sunshine princess football baseball superman trustno1 abcdef abcdefg abcdefgh
  woaini woaini1314 woaini520 wang li zhang liu chen yang zhao aini nihao mima wodemima caiwu shuiwu kuaiji shenji
  digao aaaaaa aaaaaaaa abc qwe asd zxc qaz qazwsx qazwsxedc qweasd qweasdzxc`.split(/\s+/)
const tails =
  `| 1 12 123 1234 12345 123456 1234567 12345678 123456789 520 1314 5201314 666 888 111 000 2020 2021 2022 2023
  2024 2025 2026 @123 @1234 @123456 ! !@# 123! 1!`.split(/\s+/)
const numbers =
  `5201314 1314520 7758521 7758258 147258369 147258 159357 159753 789456123 741852963 987654321 87654321 654321 123321
  112233 121212 123123 123123123 11223344 123654 12344321 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx
  !qaz2wsx p@ssw0rd p@ssword passw0rd pass1234 a1b2c3 a1b2c3d4 q1w2e3r4 520520 520131 88888888 66666666`.split(/\s+/)

function* commonPasswords() {
  for (const word of words) {
    for (const tail of tails) {
      const end = tail === '|' ? '' : tail
      yield word + end
      yield word[0]?.toUpperCase() + word.slice(1) + end
      yield word.toUpperCase() + end
      if (end && /^\d+$/.test(end)) yield end + word
    }
  }
  yield* numbers
  for (let length = 1; length <= 12; length++) {
    for (const digit of '0123456789') yield digit.repeat(length)
    yield '1234567890123456'.slice(0, length)
    yield '0123456789012345'.slice(0, length)
  }
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    for (const run of ['123', '1234', '12345', '123456', '1234567', '12345678', '123456789']) yield letter + run
  }
}

let common: ReadonlySet<string> | undefined

/** Refuses a password (its md5 hex) that is among the commonest or is the account itself. */
export function refuseWeakPassword(sent: string, account: string): void {
  common ??= new Set([...commonPasswords()].map(md5))
  if (common.has(sent)) throw new Refusal('passwordCommon')
  if (sent === md5(account) || sent === md5(account.toLowerCase())) throw new Refusal('passwordIsAccount')
}
