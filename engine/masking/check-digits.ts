const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const idChecks = '10X98765432'
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDay(year: number, month: number, day: number) {
  if (month < 1 || month > 12 || day < 1 || day > (monthDays[month - 1] ?? 0)) return false
  return !(month === 2 && day === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0)))
}

/** The check character of the first 17 digits of an identity number (GB 11643-1999, ISO 7064 MOD 11-2). */
export function idCheck(first17: string): string {
  let sum = 0
  for (let index = 0; index < 17; index += 1) sum += (first17.charCodeAt(index) - 48) * (idWeights[index] ?? 0)
  return idChecks.charAt(sum % 11)
}

/** An identity number of 18 (GB 11643-1999): division, real date of birth, check character. */
export function isIdCard18(number: string, provinces: ReadonlySet<string>): boolean {
  if (!/^\d{17}[\dXx]$/.test(number) || !provinces.has(number.slice(0, 2))) return false
  const year = Number(number.slice(6, 10))
  if (year < 1900 || year > 2099 || !isDay(year, Number(number.slice(10, 12)), Number(number.slice(12, 14))))
    return false
  return idCheck(number) === number.charAt(17).toUpperCase()
}

/** An identity number of 15, issued until 1999: division down to the county and a real date, no check digit. */
export function isIdCard15(number: string, provinces: ReadonlySet<string>): boolean {
  if (!/^\d{15}$/.test(number) || !provinces.has(number.slice(0, 2))) return false
  const city = Number(number.slice(2, 4))
  if (city < 1 || (city > 70 && city !== 90) || number.slice(4, 6) === '00') return false
  return isDay(1900 + Number(number.slice(6, 8)), Number(number.slice(8, 10)), Number(number.slice(10, 12)))
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The check character of the first 17 of a unified social credit code (GB 32100-2015, modulo 31). */
export function creditCheck(first17: string): string {
  let weight = 1
  let sum = 0
  for (let index = 0; index < 17; index += 1) {
    sum += creditAlphabet.indexOf(first17.charAt(index)) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet.charAt((31 - (sum % 31)) % 31)
}

/** A unified social credit code: authority, division, check character. */
export function isCreditCode(code: string, provinces: ReadonlySet<string>): boolean {
  const upper = code.toUpperCase()
  if (!/^[1-9ANY][1-59][0-9]{6}[0-9A-HJ-NP-RTUW-Y]{10}$/.test(upper)) return false
  // 10 is the authority's own division (总局登记), which has no province
  if (!provinces.has(upper.slice(2, 4)) && upper.slice(2, 4) !== '10') return false
  return creditCheck(upper) === upper.charAt(17)
}

const orgWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** The check character of an organisation code (GB 11714-1997). */
export function organisationCheck(first8: string): string {
  let sum = 0
  for (let index = 0; index < 8; index += 1) {
    const unit = first8.toUpperCase().charCodeAt(index)
    sum += (unit >= 65 ? unit - 55 : unit - 48) * (orgWeights[index] ?? 0)
  }
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}

/** A tax number of 15 from before 2015: division of six and the organisation code. */
export function isOldTaxNumber(number: string, provinces: ReadonlySet<string>): boolean {
  const upper = number.toUpperCase()
  if (!/^\d{6}[0-9A-Z]{8}[0-9X]$/.test(upper) || !provinces.has(upper.slice(0, 2))) return false
  return organisationCheck(upper.slice(6, 14)) === upper.charAt(14)
}

/** The Luhn sum of card numbers (ISO/IEC 7812-1). */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const value = number.charCodeAt(number.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? value * 2 : value
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
