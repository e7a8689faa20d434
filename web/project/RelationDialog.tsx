import { Form, Input, Radio, Select } from 'antd'
import { type EnterpriseRelation, enterpriseRelation, relationKinds } from '#contract/enterprise-relation.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { EnterprisePicker } from './EnterprisePicker.tsx'
import { listTexts } from './list-texts.ts'

type Kind = EnterpriseRelation['kind']
type Values = { other?: string; kind?: Kind; side?: 'below' | 'above'; share?: string }
type RelationDialogProps = {
  open: boolean
  enterpriseId: string
  /** The link whose share changes; without it a new one. */
  of?: EnterpriseRelation | undefined
  known: readonly EnterpriseRelation[]
  onClose: () => void
}

const PERCENT = /^(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/

/** Links another client to this enterprise, or changes the share of a link. */
export function RelationDialog({ open, enterpriseId, of, known, onClose }: RelationDialogProps) {
  const t = useTexts(listTexts)
  const save = useCommand(enterpriseRelation.save, { quiet: true })
  const update = useCommand(enterpriseRelation.update, { quiet: true })
  const submit = async ({ other, kind = 'subsidiary', side, share = '' }: Values) => {
    if (of) {
      await update.mutateAsync({ id: of.id, share: share.trim() })
      say(t('shareSaved'))
      return
    }
    const above = kind !== 'related' && side === 'above'
    const [parentId, childId] = above ? [other ?? '', enterpriseId] : [enterpriseId, other ?? '']
    await save.mutateAsync({ parentId, childId, kind, share: kind === 'branch' ? '' : share.trim() })
    say(t('linked'))
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t(of ? 'editShare' : 'addRelation')}
      width={480}
      initial={of ? { share: of.share } : { kind: 'subsidiary', side: 'below', share: '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      {of ? <Share /> : <Link except={[enterpriseId, ...known.map((row) => row.enterpriseId)]} />}
    </FormDialog>
  )
}

function Share() {
  const t = useTexts(listTexts)
  return (
    <Form.Item<Values> name="share" label={t('share')} rules={[{ pattern: PERCENT, message: t('shareWrong') }]}>
      <Input inputMode="decimal" maxLength={6} />
    </Form.Item>
  )
}

function Link({ except }: { except: readonly string[] }) {
  const t = useTexts(listTexts)
  const kind = Form.useWatch<Kind | undefined>('kind')
  return (
    <>
      <Form.Item<Values>
        name="other"
        label={t('chooseEnterprise')}
        rules={[{ required: true, message: t('chooseEnterprisePlease') }]}
      >
        <EnterprisePicker except={except} />
      </Form.Item>
      <Form.Item<Values> name="kind" label={t('kind')}>
        <Select options={relationKinds.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {kind !== 'related' && (
        <Form.Item<Values> name="side" label={t('otherIs')}>
          <Radio.Group
            options={[
              { value: 'below', label: t('sideBelow') },
              { value: 'above', label: t('sideAbove') },
            ]}
          />
        </Form.Item>
      )}
      {kind !== 'branch' && <Share />}
    </>
  )
}
