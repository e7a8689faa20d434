export type PhoneProblem = 'phoneEmpty' | 'phoneLength' | 'phoneFormat'

/** 0, the rest of an area code, and seven or eight digits. */
const LANDLINE = /^0\d{2,3}-?\d{7,8}$/

/**
 * What is wrong with a mobile number, or undefined (specification, section 5); `phoneTexts` says it. Beyond the specification,
 * eleven characters that are not digits are of a wrong format too: nothing could be sent to them.
 */
export function phoneProblem(phone: string | null | undefined): PhoneProblem | undefined {
  if (phone === null || phone === undefined || ['', 'null', 'undefined'].includes(phone)) return 'phoneEmpty'
  if (phone.length !== 11) return 'phoneLength'
  return LANDLINE.test(phone) || !/^\d{11}$/.test(phone) ? 'phoneFormat' : undefined
}

/** A number as those see it who need not know it: 138****1234. */
export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
