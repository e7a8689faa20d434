import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { type RelationState, relation } from '#contract/relation.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type Values = { standard: RelationState['standard']; reason: string }
type StripProps = { of: RelationState; mayEdit: boolean }

const standards = ['cas', 'small'] as const

/** Which standard the books follow, how that is known, and a person's choice. */
export function StandardStrip({ of, mayEdit }: StripProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const choose = useCommand(relation.chooseStandard, { quiet: true })
  const chosen = of.standardChosenBy !== ''
  const how = chosen
    ? t('standardChosen', { name: of.standardChosenBy, reason: of.standardReason || t('noReason') })
    : t('standardShare', { percent: Math.round(of.standardConfidence * 100) })
  return (
    <section className="standard-strip" aria-label={t('standardTitle')}>
      <span>
        {t('standardTitle')} <strong>{of.standardSure ? t(of.standard) : t('standardUnknown')}</strong>
      </span>
      {of.standardSure ? <span className="third">{how}</span> : <StatusTag tone="bad">{t('standardAsk')}</StatusTag>}
      {of.numbering !== of.standard && <StatusTag tone="waiting">{t(`numbering-${of.numbering}`)}</StatusTag>}
      {of.standardEvidence.length > 0 && (
        <details>
          <summary>{t('standardWhy', { count: of.standardEvidence.length })}</summary>
          <ul>
            {of.standardEvidence.map(({ key, text }) => (
              <li key={key + text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {mayEdit && (
        <Button
          size="small"
          type={of.standardSure ? 'default' : 'primary'}
          className="strip-action"
          onClick={() => setOpen(true)}
        >
          {t('chooseBooks')}
        </Button>
      )}
      <FormDialog<Values>
        open={open}
        title={t('chooseBooks')}
        submit={t('chooseAndPropose')}
        initial={{ standard: of.standard, reason: of.standardReason }}
        onClose={() => setOpen(false)}
        onSubmit={async ({ standard, reason }) => {
          await choose.mutateAsync({ projectId: of.projectId, standard, reason })
          say(t('standardSaved'))
        }}
      >
        <Form.Item name="standard" label={t('standardTitle')} extra={t('standardHint')}>
          <Radio.Group options={standards.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item name="reason" label={t('standardReason')}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </FormDialog>
    </section>
  )
}
