import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { type CreditCodeCheck, enterprise } from '#contract/enterprise.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useShownName } from '../firm/own-firm.ts'
import { texts } from './texts.ts'

/** The credit code, checked while it is typed: a whole one is read part by part, and whether the firm has it is said. */
export function CreditCodeField({ exceptId = '' }: { exceptId?: string | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const typed: unknown = Form.useWatch('creditCode')
  const code = useDeferredValue(typeof typed === 'string' ? typed : '')
  const whole = creditCodeProblem(code) === undefined
  const check = useQuery({
    ...query(enterprise.checkCreditCode, { creditCode: code, exceptId }),
    enabled: whole && may('enterprise.add'),
  })
  return (
    <>
      <Form.Item
        name="creditCode"
        label={t('creditCode')}
        normalize={(text: string) => text.trim().toUpperCase()}
        validateTrigger="onBlur"
        required
        rules={[
          {
            validator: (_, given: string | undefined) =>
              creditCodeProblem(given ?? '') === undefined
                ? Promise.resolve()
                : Promise.reject(new Error(t('creditCodeWrong'))),
          },
        ]}
      >
        <Input maxLength={18} showCount className="number" spellCheck={false} autoComplete="off" />
      </Form.Item>
      <div aria-live="polite">
        {whole && check.data?.parts && <CodeSays of={check.data} parts={check.data.parts} />}
      </div>
    </>
  )
}

function CodeSays({ of, parts }: { of: CreditCodeCheck; parts: NonNullable<CreditCodeCheck['parts']> }) {
  const t = useTexts(texts)
  const shownName = useShownName()
  const named = ({ code, name }: { code: string; name: string }) => name || t('codeUnknown', { code })
  const { region } = parts
  return (
    <div className="code-says">
      <dl aria-label={t('codeSays')}>
        {[
          [t('codeDepartment'), named(parts.department)],
          [t('codeCategory'), named(parts.category)],
          [
            t('codeRegion'),
            region.name ? `${region.name} ${region.code}` : t('codeRegionUnknown', { code: region.code }),
          ],
          [t('codeOrganization'), parts.organization],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
      {of.taken && (
        <p>
          {of.taken.enterpriseName
            ? t('codeTaken', { name: shownName(of.taken.enterpriseName) })
            : t('codeOfColleague')}
        </p>
      )}
    </div>
  )
}
