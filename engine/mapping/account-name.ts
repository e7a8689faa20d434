import type { Account } from '../ledger/model.ts'

/** Characters that vendors write for others in account names. */
const variants: Readonly<Record<string, string>> = { 帐: '账', 它: '他' }

/** A name ready to compare: NFKC, no spaces or punctuation, one spelling of each character. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s·.,、,。:;()[\]{}<>《》“”"'‘’_]/g, '')
    .replace(/[帐它]/g, (character) => variants[character] ?? character)
    .toLowerCase()
}

/** The account's path from the first level: `管理费用-办公费`, `管理费用/办公费` and `管理费用\办公费` are one path. */
export function accountPath(account: Pick<Account, 'fullName'>): string[] {
  return account.fullName
    .normalize('NFKC')
    .split(/[/\\>_]| ?[-—–] ?/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * The first four digits, where both standards put the first-level account: `6602.01` → 6602, `660201` → 6602,
 * and flat codes padded with zeros, as SAP writes them: `0066020700` → 6602.
 */
export function firstLevelCode(code: string): string {
  const digits = code.replace(/\D/g, '')
  return (digits.length >= 8 ? digits.replace(/^0+/, '') : digits).slice(0, 4)
}
