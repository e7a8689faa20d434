import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type ChainStep, thinkChain } from '#contract/think-chain.ts'
import { query } from '#web/kernel/api.ts'
import { useMay } from '#web/kernel/session.ts'

type AskStep = Extract<ChainStep, { kind: 'ask' }>

/** What the chain of a conversation asks the person for. */
export function useAskedByChain(chainId: string): readonly AskStep[] {
  const may = useMay()
  const chains = useQuery({
    ...query(thinkChain.list, { enabled: '1' }),
    enabled: chainId !== '' && may('thinkChain.use'),
  })
  const steps = chainId === '' ? [] : (chains.data?.find(({ id }) => id === chainId)?.steps ?? [])
  return steps.flatMap((step) => (step.kind === 'ask' ? [step] : []))
}

type ChainInputsProps = {
  of: readonly AskStep[]
  values: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
}

/** Where what a chain asks for is said, beside the question. */
export function ChainInputs({ of, values, onChange }: ChainInputsProps) {
  if (of.length === 0) return null
  return (
    <div className="chat-asked">
      {of.map(({ variable, label, required }) => (
        <label key={variable}>
          <span className="third">{`${label}${required ? ' *' : ''}`}</span>
          <Input
            size="small"
            required={required}
            maxLength={4000}
            value={values[variable] ?? ''}
            onChange={({ target }) => onChange({ ...values, [variable]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}
