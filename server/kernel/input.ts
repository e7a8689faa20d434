import type { z } from 'zod'
import { say, texts, type TextKey } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from './errors.ts'

/** Levels of objects and arrays in a body. */
const DEEPEST = 96
const polluting = new Set(['__proto__', 'constructor', 'prototype'])
const isText = (key: string): key is TextKey => Object.hasOwn(texts, key)

/**
 * One flat input from path, body and query, in this order of precedence. A query key given twice is refused: two readers
 * would take two values. A body that is an array comes under `list`.
 */
export function mergeInput(path: unknown, query: unknown, body: unknown): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  take(merged, query, true)
  if (isDeeper(body, DEEPEST)) throw new Refusal('invalidBody')
  if (Array.isArray(body)) merged['list'] = body
  else take(merged, body, false)
  take(merged, path, false)
  return merged
}

/** Whether a value nests further than any contract does: whoever walks it by recursion would run out of stack. */
function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((one) => isDeeper(one, most - 1))
}

function take(merged: Record<string, unknown>, source: unknown, once: boolean) {
  if (source === undefined || source === null) return
  if (typeof source !== 'object') throw new Refusal('invalidBody')
  for (const [key, value] of Object.entries(source)) {
    if (polluting.has(key)) continue
    if (once && Array.isArray(value)) throw new Refusal('givenTwice', { field: key })
    merged[key] = value
  }
}

/** The contract's reading of an input, or a refusal that names the first field that is wrong. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, language: Language): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw new Refusal('invalidBody')
  const field = issue.path.join('.')
  // zod gives a schema's own message to its limits too: "please enter" would be wrong for what is too long
  if (isText(issue.message) && issue.code !== 'too_big') throw new Refusal(issue.message, { field }, { field })
  throw new Refusal('invalid', { field, why: why(issue, language) }, { field })
}

/** What is wrong with the value, in a few words; the value itself is not repeated. */
function why(issue: z.core.$ZodIssue, language: Language): string {
  if (issue.code === 'too_big') return say('whyTooBig', language, { limit: String(issue.maximum) })
  if (issue.code === 'too_small') return say('whyTooSmall', language, { limit: String(issue.minimum) })
  if (issue.input === undefined) return say('whyMissing', language)
  if (issue.code === 'invalid_type') return say('whyType', language)
  return say(issue.code === 'invalid_value' ? 'whyChoice' : 'whyFormat', language)
}
