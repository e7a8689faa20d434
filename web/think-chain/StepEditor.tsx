import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input } from 'antd'
import { MOST_CHAIN_STEPS } from '#contract/think-chain.ts'
import { useTexts } from '#web/kernel/language.ts'
import { added, blankStep, changed, type DraftStep, moved, stepKinds, without } from './draft-chain.ts'
import { StepFields } from './StepFields.tsx'
import { texts } from './texts.ts'

type StepEditorProps = { steps: readonly DraftStep[]; disabled: boolean; onChange: (steps: DraftStep[]) => void }

/** The steps of a chain in their order: each can be named, filled in, moved and taken out. */
export function StepEditor({ steps, disabled, onChange }: StepEditorProps) {
  const t = useTexts(texts)
  return (
    <section aria-label={t('steps')}>
      <h3 className="section-title">{t('steps')}</h3>
      {steps.length === 0 && <p className="third">{t('noSteps')}</p>}
      <ol className="chain-steps">
        {steps.map(({ key, step }, at) => (
          <li key={key} aria-label={t('step', { no: at + 1 })}>
            <div className="chain-step-head">
              <span className="number third">{at + 1}</span>
              <span className="second">{t(`kind_${step.kind}`)}</span>
              <Input
                aria-label={t('stepName')}
                disabled={disabled}
                value={step.name}
                maxLength={60}
                onChange={({ target }) => onChange(changed(steps, key, { ...step, name: target.value }))}
              />
              {!disabled && (
                <span>
                  <Button
                    type="text"
                    icon={<ArrowUpOutlined />}
                    aria-label={t('up', { name: step.name })}
                    disabled={at === 0}
                    onClick={() => onChange(moved(steps, key, -1))}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownOutlined />}
                    aria-label={t('down', { name: step.name })}
                    disabled={at === steps.length - 1}
                    onClick={() => onChange(moved(steps, key, 1))}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('removeStep', { name: step.name })}
                    onClick={() => onChange(without(steps, key))}
                  />
                </span>
              )}
            </div>
            <StepFields of={step} disabled={disabled} onChange={(next) => onChange(changed(steps, key, next))} />
          </li>
        ))}
      </ol>
      {!disabled && steps.length < MOST_CHAIN_STEPS && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: stepKinds.map((kind) => ({
              key: kind,
              label: `${t(`kind_${kind}`)}：${t(`says_${kind}`)}`,
              onClick: () => onChange(added(steps, blankStep(kind, t(`kind_${kind}`)))),
            })),
          }}
        >
          <Button icon={<PlusOutlined />}>{t('addStep')}</Button>
        </Dropdown>
      )}
    </section>
  )
}
