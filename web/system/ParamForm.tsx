import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { type Param, param, paramTypes } from '#contract/param.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useParamWords } from './param-words.ts'
import { texts } from './texts.ts'

const PLATFORM = '000000'

type Kind = Param['paramType']
type Values = Pick<
  Param,
  'paramKey' | 'paramName' | 'nameEn' | 'choices' | 'remark' | 'isPublic' | 'tenantOverride'
> & {
  paramType: Kind
  value?: string | number | null
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Sets a parameter's value; at the platform also says what a new one of its own is. */
export function ParamForm({ form, onClose }: { form: { of?: Param } | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const submit = useCommand(param.submit, { quiet: true })
  const of = form?.of
  // the product's parameters are as they are, and a tenant only says what its value is
  const describes = useSession((state) => state.tenantId) === PLATFORM && !of?.builtIn
  const save = async ({ value, paramKey, paramType, ...rest }: Values) => {
    const typed = value === undefined || value === null ? '' : String(value)
    // an empty secret is one that stays
    const sent = paramType === 'secret' && typed === '' ? {} : { paramValue: typed }
    const described = describes ? rest : {}
    await submit.mutateAsync({
      ...described,
      ...sent,
      ...(of ? { id: of.id, version: of.version } : { paramKey, paramType }),
    })
    say(t('saved'))
  }
  const name = of && (english && of.nameEn ? of.nameEn : of.paramName)
  const initial = of
    ? { ...of, value: of.paramType === 'number' ? Number(of.paramValue) : of.paramValue }
    : { paramType: 'text' as const, isPublic: false, tenantOverride: false, choices: [] }
  return (
    <FormDialog<Values>
      open={form !== undefined}
      place="drawer"
      title={name === undefined ? t('newParam') : t('setNamed', { name })}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
    >
      <KindFields of={of} describes={describes} />
      <ValueField of={of} />
      {describes && <ReachFields />}
    </FormDialog>
  )
}

function KindFields({ of, describes }: { of: Param | undefined; describes: boolean }) {
  const t = useTexts(texts)
  const kind: Kind | undefined = Form.useWatch('paramType')
  return (
    <>
      <Form.Item<Values>
        name="paramKey"
        label={t('paramKey')}
        {...(!of && { extra: t('keyRule') })}
        rules={[
          { required: true, message: t('keyPlease') },
          { pattern: /^[A-Za-z][\w.]*$/, message: t('keyRule') },
        ]}
      >
        <Input maxLength={100} spellCheck={false} disabled={of !== undefined} />
      </Form.Item>
      <Form.Item<Values> name="paramType" label={t('paramType')} hidden={of !== undefined}>
        <Select options={paramTypes.map((value) => ({ value, label: t(`type_${value}`) }))} />
      </Form.Item>
      {describes && (
        <>
          <div className="form-pair">
            <Form.Item<Values>
              name="paramName"
              label={t('paramName')}
              rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
            >
              <Input maxLength={100} />
            </Form.Item>
            <Form.Item<Values> name="nameEn" label={t('nameEn')}>
              <Input maxLength={100} />
            </Form.Item>
          </div>
          {kind === 'choice' && (
            <Form.Item<Values>
              name="choices"
              label={t('paramChoices')}
              rules={[{ required: true, type: 'array', min: 1, message: t('paramChoicesPlease') }]}
            >
              <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '、']} />
            </Form.Item>
          )}
        </>
      )}
    </>
  )
}

/** The value, asked for by its kind. */
function ValueField({ of }: { of: Param | undefined }) {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const { word } = useParamWords()
  const kind: Kind = Form.useWatch('paramType') ?? of?.paramType ?? 'text'
  const choices: string[] = Form.useWatch('choices') ?? of?.choices ?? []
  const remark = of?.builtIn ? (english && of.remarkEn ? of.remarkEn : of.remark) : ''
  const limits =
    of && of.lowest !== null && of.highest !== null
      ? {
          says: t('paramRange', { lowest: of.lowest, highest: of.highest }),
          min: of.lowest,
          max: of.highest,
          precision: 0,
        }
      : undefined
  const hints = [limits?.says, remark, kind === 'secret' && of ? t('secretKeep') : ''].filter(Boolean)
  const needed = kind !== 'text' && !(kind === 'secret' && of)
  return (
    <Form.Item<Values>
      name="value"
      label={t('paramValue')}
      {...(hints.length > 0 && { extra: hints.map((hint) => <div key={hint}>{hint}</div>) })}
      rules={[
        { required: needed, message: t('valuePlease') },
        ...(kind === 'json'
          ? [
              {
                validator: (_: unknown, text: string | undefined) =>
                  !text || isJson(text) ? Promise.resolve() : Promise.reject(new Error(t('jsonWrong'))),
              },
            ]
          : []),
      ]}
    >
      {kind === 'number' ? (
        <InputNumber
          style={{ width: '100%' }}
          {...(limits && { min: limits.min, max: limits.max, precision: limits.precision })}
        />
      ) : kind === 'boolean' ? (
        <Radio.Group options={['true', 'false'].map((value) => ({ value, label: word({ paramType: kind }, value) }))} />
      ) : kind === 'choice' ? (
        <Radio.Group options={choices.map((value) => ({ value, label: word({ paramType: kind }, value) }))} />
      ) : kind === 'secret' ? (
        <Input.Password maxLength={20_000} autoComplete="new-password" />
      ) : (
        <Input.TextArea
          maxLength={20_000}
          spellCheck={kind === 'text'}
          autoSize={{ minRows: kind === 'json' ? 4 : 1, maxRows: 12 }}
        />
      )}
    </Form.Item>
  )
}

/** Whom it reaches. */
function ReachFields() {
  const t = useTexts(texts)
  const kind: Kind | undefined = Form.useWatch('paramType')
  return (
    <>
      {kind !== 'secret' && (
        <Form.Item<Values> name="isPublic" label={t('paramPublic')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      <Form.Item<Values> name="tenantOverride" label={t('paramOverride')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </>
  )
}
