import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Radio, Select, Switch, TreeSelect } from 'antd'
import { grantNames } from '#contract/grants.ts'
import { type MenuTree, menu, topMenu, visibilityScopes } from '#contract/menu.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { menuIconNames } from '../shell/menu-icons.ts'
import { type MenuWarning, menuWarning } from './menu-warning.ts'
import { useRemoval } from './use-removal.ts'
import { useRoleWords } from './role-words.ts'
import { texts } from './texts.ts'

/** A menu to change, or where a new one goes: `under` is the id above, 0 for the top. */
export type MenuDraft = { of: MenuTree } | { under: string; category: 1 | 2 }

type Values = {
  parentId: string
  category: number
  name: string
  nameEn: string
  code: string
  path: string
  source: string
  scopes: string[]
  roles: string[]
  excludeRoles: string[]
  grantName: string
  href: string
  query: string
  kept: boolean
  shown: boolean
  enabled: boolean
  sort: number | null
  remark: string
}

const KEEP_ALIVE = 2
const PAGE = 1

/** What the form begins with; a new menu has the scope of the one above it. */
function valuesOf(draft: MenuDraft, tree: readonly MenuTree[]): Partial<Values> {
  if ('of' in draft) {
    const { of } = draft
    const shown = of.meta['isMenu'] !== 'false' && of.meta['isMenu'] !== false
    const scopes = of.visibilityScope.split(',')
    return { ...of, scopes, shown, kept: of.isOpen === KEEP_ALIVE, enabled: of.status === 1 }
  }
  const above = find(tree, draft.under)
  const scopes = above?.visibilityScope.split(',') ?? ['firm']
  return { parentId: draft.under, category: draft.category, scopes, kept: true, shown: true, enabled: true }
}

const find = (tree: readonly MenuTree[], id: string): MenuTree | undefined => {
  for (const row of tree) {
    const found = row.id === id ? row : find(row.children ?? [], id)
    if (found) return found
  }
  return undefined
}

type Choice = { value: string; title: string; disabled: boolean; children: Choice[] }
/** Where a menu can stand: under any page but itself and what is below it. */
const choicesOf = (tree: readonly MenuTree[], self: string | undefined, within = false): Choice[] =>
  tree
    .filter(({ category }) => category === PAGE)
    .map((row) => {
      const disabled = within || row.id === self
      return { value: row.id, title: row.label, disabled, children: choicesOf(row.children ?? [], self, disabled) }
    })

type MenuFormProps = { draft: MenuDraft | undefined; tree: readonly MenuTree[]; onClose: () => void }

/** Adds or changes a menu or a button. */
export function MenuForm({ draft, tree, onClose }: MenuFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(menu.submit, { quiet: true, also: [topMenu.list] })
  const hosts = useQuery({ ...query(menu.frameHosts, {}), enabled: draft !== undefined })
  const of = draft && 'of' in draft ? draft.of : undefined
  const save = async ({ scopes, kept, shown, enabled, sort, roles, excludeRoles, ...values }: Partial<Values>) => {
    await submit.mutateAsync({
      ...values,
      ...(scopes && { visibilityScope: scopes.join(',') }),
      ...(roles && { roles: roles.filter(isAlias) }),
      ...(excludeRoles && { excludeRoles: excludeRoles.filter(isAlias) }),
      ...(typeof sort === 'number' && { sort }),
      ...(kept !== undefined && { isOpen: kept ? KEEP_ALIVE : 1 }),
      ...(shown !== undefined && { meta: { ...of?.meta, isMenu: String(shown) } }),
      status: enabled ? 1 : 0,
      ...(of && { id: of.id, version: of.version }),
    })
    const warning = menuWarning(values, hosts.data)
    say(warning ? t('savedBut', { what: t(warning.kind, warning) }) : t('saved'))
  }
  const isButton = of ? of.category !== PAGE : draft !== undefined && 'category' in draft && draft.category !== PAGE
  const title = of ? t('editNamed', { name: of.label }) : t(isButton ? 'newButton' : 'newMenu')
  return (
    <FormDialog<Partial<Values>>
      open={draft !== undefined}
      place="drawer"
      width={520}
      title={title}
      initial={draft && valuesOf(draft, tree)}
      onSubmit={save}
      onClose={onClose}
    >
      <MenuFields tree={tree} of={of} hosts={hosts.data} />
      {of && isButton && <RemoveButton of={of} onGone={onClose} />}
    </FormDialog>
  )
}

const aliases = [
  'administrator',
  'admin',
  'zxs',
  'teacher',
  'student',
  'personal',
  'normal',
  'user',
  'platform',
] as const
const isAlias = (alias: string): alias is (typeof aliases)[number] => (aliases as readonly string[]).includes(alias)

/** A button has no row of its own to be deleted from. */
function RemoveButton({ of, onGone }: { of: MenuTree; onGone: () => void }) {
  const t = useTexts(texts)
  const remove = useRemoval(menu.remove)
  const press = async () => {
    if (await remove(of, of.label)) onGone()
  }
  return (
    <Button danger onClick={() => void press()}>
      {t('remove')}
    </Button>
  )
}

type MenuFieldsProps = { tree: readonly MenuTree[]; of: MenuTree | undefined; hosts: readonly string[] | undefined }

function MenuFields({ tree, of, hosts }: MenuFieldsProps) {
  const t = useTexts(texts)
  const { options } = useRoleWords()
  const isPage = Form.useWatch('category') !== 2
  return (
    <>
      <Form.Item<Values> name="parentId" label={t('menuParent')}>
        <TreeSelect
          treeData={[{ value: '0', title: t('menuTop'), disabled: false, children: [] }, ...choicesOf(tree, of?.id)]}
          treeDefaultExpandAll
          showSearch
          treeNodeFilterProp="title"
        />
      </Form.Item>
      <Form.Item<Values> name="category" label={t('menuKind')}>
        <Radio.Group
          options={[
            { value: 1, label: t('kindMenu') },
            { value: 2, label: t('kindButton'), disabled: of !== undefined && (of.children?.length ?? 0) > 0 },
          ]}
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item<Values>
          name="name"
          label={t('menuName')}
          rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="nameEn" label={t('nameEn')}>
          <Input maxLength={100} />
        </Form.Item>
      </div>
      <Form.Item<Values>
        name="code"
        label={t('menuCode')}
        rules={[{ required: true, whitespace: true, message: t('codePlease') }]}
      >
        <Input maxLength={100} spellCheck={false} />
      </Form.Item>
      {isPage ? <PageFields hosts={hosts} /> : <GrantField />}
      <Form.Item<Values>
        name="scopes"
        label={t('menuScope')}
        rules={[{ required: true, type: 'array', min: 1, message: t('scopePlease') }]}
      >
        <Select mode="multiple" options={visibilityScopes.map((value) => ({ value, label: t(`scope_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> name="roles" label={t('menuRoles')}>
        <Select mode="multiple" options={options} placeholder={t('everyone')} />
      </Form.Item>
      <Form.Item<Values> name="excludeRoles" label={t('menuExclude')}>
        <Select mode="multiple" options={options.filter(({ value }) => value !== 'platform')} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item<Values> name="sort" label={t('sort')}>
          <InputNumber min={0} max={100_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="enabled" label={t('enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </>
  )
}

/** What only a page has. */
function PageFields({ hosts }: { hosts: readonly string[] | undefined }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Partial<Values>>()
  /** Tells, and lets it be saved: the page may come, the site may be opened. */
  const warns = (kind: MenuWarning['kind'], of: (value: string) => Parameters<typeof menuWarning>[0]) => ({
    warningOnly: true,
    validator: async (_: unknown, value = '') => {
      const warning = menuWarning(of(value), hosts)
      if (warning?.kind === kind) throw new Error(t(warning.kind, warning))
    },
  })
  return (
    <>
      <Form.Item<Values>
        name="path"
        label={t('menuPath')}
        dependencies={['href']}
        rules={[warns('noPage', (path) => ({ path, href: form.getFieldValue('href') }))]}
      >
        <Input maxLength={300} spellCheck={false} placeholder="/system/example" />
      </Form.Item>
      <Form.Item<Values> name="source" label={t('menuIcon')}>
        <Select
          showSearch
          allowClear
          options={menuIconNames.map((value) => ({ value, label: <IconChoice name={value} /> }))}
        />
      </Form.Item>
      <Form.Item<Values>
        name="href"
        label={t('menuHref')}
        extra={t('menuHrefHint')}
        rules={[warns('hostClosed', (href) => ({ href }))]}
      >
        <Input maxLength={1000} spellCheck={false} inputMode="url" />
      </Form.Item>
      <Form.Item<Values> name="query" label={t('menuQuery')}>
        <Input maxLength={500} spellCheck={false} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item<Values> name="shown" label={t('menuShown')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item<Values> name="kept" label={t('menuKeep')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}

function IconChoice({ name }: { name: string }) {
  return (
    <span className="icon-choice">
      <MenuIcon name={name} />
      <span>{name.replace(/Outlined$/, '')}</span>
    </span>
  )
}

/** What only a button has. */
function GrantField() {
  const t = useTexts(texts)
  return (
    <Form.Item<Values> name="grantName" label={t('menuGrant')} extra={t('menuGrantHint')}>
      <Select showSearch allowClear options={grantNames.map((value) => ({ value, label: value }))} />
    </Form.Item>
  )
}
