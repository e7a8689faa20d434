import { useId } from 'react'
import type { Calculator, Problem, Values } from '#engine/calculator/work.ts'
import { useSay } from '#web/kernel/language.ts'
import { isAsked } from './start-values.ts'
import { ValueInput } from './ValueInput.tsx'

type CalculatorFormProps = {
  calculator: Calculator
  values: Values
  onChange: (key: string, value: string) => void
  problems: readonly Problem[]
}

/** The fields of a calculator, each with its label over it; what is wrong stands under the field it is about. */
export function CalculatorForm({ calculator, values, onChange, problems }: CalculatorFormProps) {
  const say = useSay()
  const form = useId()
  return (
    <div className="calc-fields">
      {calculator.fields
        .filter((field) => isAsked(field, values))
        .map((field) => {
          const id = `${form}${field.key}`
          const problem = problems.find((one) => one.row === null && one.field === field.key)
          // a field nobody has written in yet is not wrong, only empty
          const wrong = problem !== undefined && (values[field.key] ?? '') !== ''
          const below = wrong ? say(problem.says) : field.hint && say(field.hint)
          return (
            <div key={field.key} className="calc-field" data-flag={field.kind === 'flag' || undefined}>
              <label htmlFor={id}>
                {say(field.label)}
                {field.needed && <span aria-hidden> *</span>}
              </label>
              <ValueInput
                field={field}
                id={id}
                value={values[field.key] ?? ''}
                onChange={(value) => onChange(field.key, value)}
                wrong={wrong}
                describedBy={below ? `${id}says` : undefined}
              />
              {below && (
                <p id={`${id}says`} className={wrong ? 'calc-wrong' : 'third'}>
                  {below}
                </p>
              )}
            </div>
          )
        })}
    </div>
  )
}
