import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select, Switch, Tree } from 'antd'
import type { ReactNode } from 'react'
import { type Metric, metrics } from '#contract/entitlement.ts'
import { editions, type PackageMenu, type TenantPackage, tenantPackage } from '#contract/package.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { amountTyped, unitOf } from './metric-amount.ts'
import { texts } from './texts.ts'

type Values = Omit<TenantPackage, 'limits' | 'status'> & {
  enabled: boolean
  /** In the unit a person types; null is no limit. */
  limits: Partial<Record<Metric, number | null>>
  menuIds: string[]
}

const limitsOf = (typed: Values['limits']) =>
  Object.fromEntries(
    metrics.flatMap((metric) => {
      const amount = typed[metric]
      return amount === null || amount === undefined ? [] : [[metric, amountTyped(metric, amount)]]
    }),
  )
const typedLimits = (limits: TenantPackage['limits']) =>
  Object.fromEntries(Object.entries(limits).map(([metric, amount]) => [metric, amount / unitOf(metric as Metric)]))

/** A package: what it is called, its limits, its menus; all of it in one drawer. */
export function PackageEditor({ of, onClose }: { of: TenantPackage | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(tenantPackage.submit, { quiet: true })
  const initial = of
    ? { ...of, enabled: of.status === 1, limits: typedLimits(of.limits) }
    : {
        edition: 'firm',
        rank: 50,
        isTrial: false,
        trialDays: 30,
        trashDays: 0,
        ownMenus: false,
        enabled: true,
        limits: {},
      }
  const submit = async ({ enabled, limits, menuIds, ...fields }: Values) => {
    await save.mutateAsync({
      ...fields,
      ...(of && { id: of.id, version: of.version }),
      status: enabled ? 1 : 0,
      limits: limitsOf(limits),
      ...(fields.ownMenus && { menuIds }),
    })
    say(t('saved'))
  }
  const whole: ReactNode = (
    <>
      <PackageFields />
      <h3 className="section-title">{t('limits')}</h3>
      <div className="limit-grid">
        {metrics.map((metric) => (
          <LimitField key={metric} metric={metric} />
        ))}
      </div>
      <h3 className="section-title">{t('menus')}</h3>
      <Form.Item<Values> name="ownMenus" extra={t('menusHint')}>
        <Radio.Group
          options={[
            { value: false, label: t('allMenus') },
            { value: true, label: t('ownMenus') },
          ]}
        />
      </Form.Item>
      <MenuField id={of?.id} />
    </>
  )
  return (
    <FormDialog<Values>
      open
      place="drawer"
      width={560}
      title={t(of ? 'editPackage' : 'newPackage')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      {whole}
    </FormDialog>
  )
}

function PackageFields() {
  const t = useTexts(texts)
  const isTrial = Form.useWatch<boolean | undefined>('isTrial')
  return (
    <>
      <Form.Item<Values>
        name="packageName"
        label={t('packageName')}
        rules={[{ required: true, whitespace: true, message: t('packageNamePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values>
        name="code"
        label={t('code')}
        rules={[{ required: true, pattern: /^[a-z][a-z0-9-]{1,39}$/, message: t('codePlease') }]}
      >
        <Input maxLength={40} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> name="edition" label={t('edition')}>
        <Select options={editions.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item<Values> name="rank" label={t('rank')} extra={t('rankHint')}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item<Values> name="isTrial" label={t('isTrial')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {isTrial && (
        <Form.Item<Values> name="trialDays" label={t('trialDays')}>
          <InputNumber min={1} max={3650} precision={0} />
        </Form.Item>
      )}
      <Form.Item<Values> name="trashDays" label={t('trashDays')} extra={t('trashDaysHint')}>
        <InputNumber min={0} max={3650} precision={0} />
      </Form.Item>
      <Form.Item<Values> name="enabled" label={t('mayChoose')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}

/** `1234567.50` as `1,234,567.50`. */
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

function LimitField({ metric }: { metric: Metric }) {
  const t = useTexts(texts)
  const id = `limit-${metric}`
  return (
    <>
      <label htmlFor={id}>{t(metric)}</label>
      <Form.Item<Values> name={['limits', metric]} noStyle>
        <InputNumber
          id={id}
          min={0}
          max={Math.floor(Number.MAX_SAFE_INTEGER / unitOf(metric))}
          precision={unitOf(metric) === 1 ? 0 : 2}
          placeholder={t('noLimit')}
          formatter={(value) => grouped(String(value ?? ''))}
          parser={(text) => Number((text ?? '').replaceAll(',', ''))}
        />
      </Form.Item>
    </>
  )
}

/** The menus of the edition as a tree with check boxes; with a page its sections come along. */
function MenuField({ id }: { id: string | undefined }) {
  const ownMenus = Form.useWatch<boolean | undefined>('ownMenus')
  const edition = Form.useWatch<Values['edition'] | undefined>('edition')
  const menus = useQuery(query(tenantPackage.menus, { ...(id && { id }), ...(edition && { edition }) }))
  return (
    <StateView of={menus} shape={<Bones lines={8} />}>
      {({ tree, menuIds }) => (
        <Form.Item<Values> name="menuIds" initialValue={menuIds} hidden={!ownMenus}>
          <MenuTree tree={tree} />
        </Form.Item>
      )}
    </StateView>
  )
}

type TreeNode = { key: string; title: string; children: TreeNode[] }
const nodeOf = ({ id, name, children = [] }: PackageMenu): TreeNode => ({
  key: id,
  title: name,
  children: pagesOf(children).map(nodeOf),
})
/** Pages and their sections; a button goes with its page. */
const pagesOf = (menus: readonly PackageMenu[]) => menus.filter(({ category }) => category === 1)

const none: string[] = []
type MenuTreeProps = { tree: readonly PackageMenu[]; value?: string[]; onChange?: (ids: string[]) => void }

function MenuTree({ tree, value = none, onChange }: MenuTreeProps) {
  return (
    <Tree
      checkable
      checkStrictly
      defaultExpandAll
      selectable={false}
      treeData={pagesOf(tree).map(nodeOf)}
      checkedKeys={value}
      onCheck={(_, { node, checked }) => onChange?.(toggled({ tree, value, id: node.key, on: checked }))}
    />
  )
}

/** Checking takes the node's whole branch and its parents along; unchecking its branch. */
export function toggled(of: { tree: readonly PackageMenu[]; value: readonly string[]; id: string; on: boolean }) {
  const { tree, value, id, on } = of
  const path = pathTo(tree, id)
  const branch = path.at(-1)
  if (!branch) return [...value]
  const below = idsOf([branch])
  const kept = value.filter((one) => !below.includes(one))
  return on ? [...new Set([...kept, ...path.map((node) => node.id), ...below])] : kept
}

const idsOf = (menus: readonly PackageMenu[]): string[] => {
  const pages = pagesOf(menus)
  return pages.map(({ id }) => id).concat(pages.flatMap(({ children }) => idsOf(children ?? [])))
}

function pathTo(menus: readonly PackageMenu[], id: string): PackageMenu[] {
  for (const menu of menus) {
    if (menu.id === id) return [menu]
    const below = pathTo(menu.children ?? [], id)
    if (below.length) return [menu, ...below]
  }
  return []
}
