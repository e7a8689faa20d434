import { Collapse, DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { clientStates, type Enterprise, enterprise } from '#contract/enterprise.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useClientDicts } from './client-words.ts'
import { CreditCodeField } from './CreditCodeField.tsx'
import { texts } from './texts.ts'
import './client.css'

type ClientFormProps = { open: boolean; of?: Enterprise | undefined; onClose: () => void }
type ClientValues = Pick<
  Enterprise,
  | 'enterpriseName' | 'creditCode' | 'taxpayerType' | 'accountingStandard' | 'industrySection' | 'industry' | 'status'
  | 'category' | 'riskLevel' | 'tags' | 'legalRepresentative' | 'registeredCapital' | 'establishDate' | 'taxAuthority'
  | 'taxCreditGrade' | 'bankName' | 'bankAccount' | 'contact' | 'phone' | 'address' | 'remark'
> // prettier-ignore

const fresh: Partial<ClientValues> = { accountingStandard: 'cas', status: 'active', tags: [] }
/** A cleared choice says that nothing is known, and the server wants to hear it. */
const cleared = (value: unknown): unknown => value ?? ''

/** Adds or changes a client enterprise, in a drawer beside the list: what is needed first, the rest folded. */
export function ClientForm({ open, of, onClose }: ClientFormProps) {
  const t = useTexts(texts)
  const save = useCommand(enterprise.save, { quiet: true })
  const update = useCommand(enterprise.update, { quiet: true })
  const submit = async (values: ClientValues) => {
    if (of) await update.mutateAsync({ ...values, id: of.id, version: of.version })
    else await save.mutateAsync(values)
    say(t('saved'))
  }
  return (
    <FormDialog<ClientValues>
      open={open}
      place="drawer"
      width={560}
      title={t(of ? 'editEnterprise' : 'newEnterprise')}
      initial={of ?? fresh}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="client-form">
        <Form.Item<ClientValues>
          name="enterpriseName"
          label={t('enterpriseName')}
          rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <CreditCodeField exceptId={of?.id} />
        <div className="client-pair">
          <Choice name="taxpayerType" />
          <Form.Item<ClientValues> name="accountingStandard" label={t('accountingStandard')}>
            <Select options={(['cas', 'small'] as const).map((value) => ({ value, label: t(value) }))} />
          </Form.Item>
          <Line name="contact" most={100} />
          <Line name="phone" most={100} inputMode="tel" />
        </div>
        <Folded known={of} />
      </div>
    </FormDialog>
  )
}

/** What can wait; a group with something in it is open. */
function Folded({ known }: { known: Enterprise | undefined }) {
  const t = useTexts(texts)
  const has = (...fields: (keyof ClientValues)[]) =>
    fields.some((field) => known !== undefined && known[field].length > 0)
  const groups = [
    {
      key: 'registration',
      open: has('industrySection', 'industry', 'legalRepresentative', 'registeredCapital', 'establishDate', 'address'),
      children: <Registration />,
    },
    {
      key: 'taxAndBank',
      open: has('taxAuthority', 'taxCreditGrade', 'bankName', 'bankAccount'),
      children: (
        <div className="client-pair">
          <Line name="taxAuthority" most={100} />
          <Choice name="taxCreditGrade" />
          <Line name="bankName" most={100} />
          <Line name="bankAccount" most={50} inputMode="numeric" />
        </div>
      ),
    },
    { key: 'management', open: has('category', 'riskLevel', 'tags', 'remark'), children: <Management /> },
  ] as const
  return (
    <Collapse
      ghost
      defaultActiveKey={groups.flatMap(({ key, open }) => (open ? [key] : []))}
      items={groups.map(({ key, children }) => ({ key, label: t(key), children, forceRender: true }))}
    />
  )
}

function Registration() {
  const t = useTexts(texts)
  return (
    <div className="client-pair">
      <Choice name="industrySection" />
      <Line name="industry" most={100} />
      <Line name="legalRepresentative" most={100} />
      <Form.Item<ClientValues>
        name="registeredCapital"
        label={t('registeredCapital')}
        getValueProps={(yuan: string | undefined) => ({ value: yuan || null })}
        getValueFromEvent={(yuan: string | number | null) => (yuan === null ? '' : String(yuan))}
      >
        <InputNumber<string>
          stringMode
          min="0"
          max="99999999999999.99"
          precision={2}
          controls={false}
          style={{ width: '100%' }}
          className="number"
        />
      </Form.Item>
      <Form.Item<ClientValues>
        name="establishDate"
        label={t('establishDate')}
        getValueProps={(day: string | undefined) => ({ value: day ? dayjs(day) : null })}
        getValueFromEvent={(day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? ''}
      >
        <DatePicker placeholder={t('pickDay')} style={{ width: '100%' }} />
      </Form.Item>
      <Line name="address" most={300} />
    </div>
  )
}

function Management() {
  const t = useTexts(texts)
  return (
    <>
      <div className="client-pair">
        <Form.Item<ClientValues> name="status" label={t('status')}>
          <Select options={clientStates.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Choice name="category" />
        <Choice name="riskLevel" />
        <Form.Item<ClientValues> name="tags" label={t('tags')}>
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            placeholder={t('tagsHint')}
            tokenSeparators={[',', '，', '、']}
          />
        </Form.Item>
      </div>
      <Form.Item<ClientValues> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}

type LineName =
  | 'contact'
  | 'phone'
  | 'taxAuthority'
  | 'bankName'
  | 'bankAccount'
  | 'industry'
  | 'legalRepresentative'
  | 'address'
/** One line of text. */
function Line({ name, most, inputMode }: { name: LineName; most: number; inputMode?: 'tel' | 'numeric' }) {
  const t = useTexts(texts)
  return (
    <Form.Item<ClientValues> name={name} label={t(name)}>
      <Input maxLength={most} autoComplete="off" {...(inputMode && { inputMode, className: 'number' })} />
    </Form.Item>
  )
}

/** A choice from a dictionary. */
function Choice({ name }: { name: 'taxpayerType' | 'industrySection' | 'taxCreditGrade' | 'riskLevel' | 'category' }) {
  const t = useTexts(texts)
  const dicts = useClientDicts()
  return (
    <Form.Item<ClientValues>
      name={name}
      label={t(name)}
      getValueProps={(key: string | undefined) => ({ value: key || null })}
      getValueFromEvent={cleared}
    >
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={dicts[name].options} />
    </Form.Item>
  )
}
