import type { Param } from '#contract/param.ts'
import { Refusal } from '#server/kernel/errors.ts'

type Kind = Pick<Param, 'paramType' | 'choices' | 'lowest' | 'highest'>

/** Refuses a value that its parameter cannot have; null and undefined say nothing and pass. */
export function checkValue(kind: Kind, value: string | null | undefined): void {
  const { paramType, choices, lowest, highest } = kind
  if (paramType === 'choice' && choices.length === 0) throw new Refusal('paramChoices')
  if (value === null || value === undefined) return
  switch (paramType) {
    case 'number':
      return checkNumber(value, lowest, highest)
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw new Refusal('paramBoolean')
      return
    case 'choice':
      if (!choices.includes(value)) throw new Refusal('paramChoice', { choices: choices.join('、') })
      return
    case 'json':
      if (!isJson(value)) throw new Refusal('paramJson')
      return
    case 'text':
    case 'secret':
      return
    default:
      paramType satisfies never
  }
}

function checkNumber(value: string, lowest: number | null, highest: number | null): void {
  const number = Number(value)
  if (!/^-?\d+(\.\d+)?$/.test(value) || !Number.isFinite(number)) throw new Refusal('paramNumber')
  if (lowest === null || highest === null) return
  // the product's own are whole numbers within limits
  if (!Number.isInteger(number)) throw new Refusal('paramWhole')
  if (number < lowest || number > highest) throw new Refusal('paramRange', { lowest, highest })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
