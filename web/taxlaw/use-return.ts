import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { type ReturnInputs, taxReturn } from '#contract/tax-return.ts'
import { type CheckResult, runChecks } from '#engine/taxlaw/return-checks.ts'
import { assembleReturn, type HandCell, type TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { query } from '#web/kernel/api.ts'

/** The return as it would be with what is being typed. */
export type LiveReturn = { made: TaxReturn; checks: CheckResult[] }

/** As it will be stored: people type and paste amounts with separators. */
const plain = (draft: HandCell): HandCell => ({ ...draft, value: draft.value.replaceAll(/[,，\s]/g, '') })

const merged = (hand: readonly HandCell[], draft: HandCell | null): HandCell[] =>
  draft === null
    ? [...hand]
    : [...hand.filter(({ cell }) => cell !== draft.cell), ...(draft.value === '' ? [] : [plain(draft)])]

function liveReturn(inputs: z.output<typeof ReturnInputs>, draft: HandCell | null): LiveReturn {
  const input = { ...inputs, hand: merged(inputs.hand, draft) }
  const made = assembleReturn(returnFacts, input)
  return { made, checks: runChecks(returnFacts, input, made) }
}

/** The project's return, computed here from what the server sends, so that forms and checks follow every keystroke. */
export function useReturn(projectId: string, draft: HandCell | null) {
  const inputs = useQuery(query(taxReturn.inputs, { projectId }))
  const live = useMemo(() => (inputs.data ? liveReturn(inputs.data, draft) : null), [inputs.data, draft])
  return { inputs, live }
}
