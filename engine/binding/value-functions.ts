import { eighth, quarterWeights } from './param.ts'
import { add, compare, divide, multiply, negate, type Rational, rational, roundHalfUp, zero } from './rational.ts'
import { confidences, sampleSize } from './sample-size.ts'
import { absence, bool, failed, flat, missing, number, type Value } from './value.ts'

/** A function over values. Arguments come unevaluated, so that `if` reads only the branch it takes. */
export function applyFunction(name: string, args: readonly (() => Value)[]): Value {
  const [first = () => missing(), second, third] = args
  if (name === 'if') {
    const condition = first()
    if (condition.kind !== 'bool') return condition
    return (condition.value ? second : third)?.() ?? missing()
  }
  if (name === 'or0') {
    const value = first()
    return value.kind === 'missing' ? number(zero) : value
  }
  if (name === 'known') return firstKnown(args)
  const values = flat(args.map((argument) => argument()))
  if (name === 'and' || name === 'or') return logical(values, name === 'or')
  const absent = absence(values)
  if (absent) return absent
  if (name === 'not') return values[0]?.kind === 'bool' ? bool(!values[0].value) : missing()
  return arithmetic(
    name,
    values.filter((value) => value.kind === 'number').map(({ value }) => value),
  )
}

/** The first that is there; what follows it is not read. An error is not passed over. */
function firstKnown(args: readonly (() => Value)[]): Value {
  const absent: Value[] = []
  for (const argument of args) {
    const value = argument()
    if (value.kind !== 'missing') return value
    absent.push(value)
  }
  return absence(absent) ?? missing()
}

/** One false settles `and`, one true settles `or`, whatever else is still missing. */
function logical(values: readonly Value[], settles: boolean): Value {
  if (values.some((value) => value.kind === 'bool' && value.value === settles)) return bool(settles)
  return absence(values) ?? bool(!settles)
}

function arithmetic(name: string, numbers: readonly Rational[]): Value {
  const [head = zero, second] = numbers
  switch (name) {
    case 'sum':
      return number(numbers.reduce(add, zero))
    case 'min':
      return number(numbers.reduce((least, value) => (compare(value, least) < 0 ? value : least), head))
    case 'max':
      return number(numbers.reduce((most, value) => (compare(value, most) > 0 ? value : most), head))
    case 'abs':
      return number(head.n < 0n ? negate(head) : head)
    case 'round':
      return number(roundHalfUp(head, second ? Number(second.n) : 2))
    case 'ratio':
      // a growth from nothing or a share of nothing has no value; it is no mistake either
      return second === undefined || second.n === 0n
        ? missing({ code: 'no_base', params: {} })
        : number(divide(head, second))
    case 'sample_size': {
      const size = sampleSize(head, second ?? zero, numbers[2] ?? zero)
      return size ? number(size) : failed({ code: 'no_sample_size', params: { confidences } })
    }
    case 'avg4': {
      const weights = quarterWeights(numbers.length)
      if (!weights) return failed({ code: 'quarter_count', params: { found: String(numbers.length) } })
      return number(
        numbers.reduce(
          (sum, value, place) => add(sum, multiply(value, multiply(rational(weights[place] ?? 0n), eighth))),
          zero,
        ),
      )
    }
    default:
      return failed({ code: 'unknown_function', params: { name } })
  }
}
