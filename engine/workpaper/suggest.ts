import type { Language } from '../binding/fault.ts'
import { type Param } from '../binding/param.ts'
import { compile } from '../binding/program.ts'
import { roundHalfUp, decimalText } from '../binding/rational.ts'
import { evaluate } from '../binding/evaluate.ts'
import { type Generation, type GenerationInput, worldOf } from './generate.ts'
import { wantedParams } from './lineage.ts'

/** A proposed value for a parameter that is not entered yet. A person confirms it; until then its cells stay missing. */
export type Suggestion = { id: string; label: string; param: Param }

/**
 * Proposals for the parameters a generation lacks: from the books where they can tell (wages unpaid at year end), or
 * the ordinary answer (no losses brought forward). Fair values and head counts get none: no book holds them.
 */
export function suggestParams(input: GenerationInput, generation: Generation, language: Language = 'zh'): Suggestion[] {
  const world = worldOf(input, generation.index)
  const suggestions: Suggestion[] = []
  for (const { id, key, definition, optional } of wantedParams(generation, input.facts)) {
    const formula = definition && (definition.suggest[key ?? ''] ?? definition.suggest['*'])
    if (optional || !definition || formula === undefined || formula === null || input.params[id] !== undefined) continue
    const value = definition.unit === 'bool' ? formula === 'true' : valueOf(formula)
    if (value !== null) suggestions.push({ id, label: definition.label[language], param: { value } })
  }
  return suggestions

  function valueOf(formula: string): string | null {
    const { program } = compile([
      {
        paper: 'Z00',
        cell: 'suggestion',
        row: null,
        expression: formula,
        unit: 'money',
        label: { zh: '', en: '' },
        feeds: [],
        rule: null,
      },
    ])
    const binding = program.bindings.get('Z00.suggestion')
    const value = binding && evaluate(binding, program, new Map(), world).value
    if (value?.kind === 'text') return value.value
    return value?.kind === 'number' ? decimalText(roundHalfUp(value.value, 2)) : null
  }
}
