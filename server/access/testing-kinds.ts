import { emptySheet } from '#contract/sheet-book.ts'

/** SQL of the columns that matter, for a row with this id made by this person. */
type Row = { table: string; set: (id: string, owner: string) => Record<string, string> }
const text = (value: string) => `'${value}'`

const enterprise: Row = {
  table: 'firm_enterprise',
  set: (id, owner) => ({ id: text(id), create_user: text(owner), credit_code: text(id) }),
}
const project: Row = {
  table: 'firm_project',
  set: (id, owner) => ({
    id: text(id),
    enterprise_id: text(id),
    create_user: text(owner),
    owner: text(owner),
    project_name: text(id),
  }),
}

const person: Row = { table: 'app_user', set: (id) => ({ id: text(id), account: text(id) }) }
/** A row with an id, and a name of its own where names must differ. */
const named = (table: string, column?: string): Row => ({
  table,
  set: (id) => ({ id: text(id), ...(column && { [column]: text(id) }) }),
})
const ofUser = (table: string, more: Record<string, string> = {}): Row => ({
  table,
  set: (id, owner) => ({ id: text(id), user_id: text(owner), ...more }),
})
/** A template with one draft. */
const paperTemplate: readonly Row[] = [
  { table: 'paper_template', set: (id, owner) => ({ id: text(id), name: text(id), create_user: text(owner) }) },
  {
    table: 'paper_template_version',
    set: (id) => ({
      template_id: text(id),
      version: '1',
      book: text(JSON.stringify({ sheets: [emptySheet('s1', 'A')], styles: [], names: [] })),
    }),
  },
]
/** The id of the second row of a pair. */
export const twinOf = (id: string) => `${id.slice(0, -12)}ffffffffffff`

/** What can be somebody's, and the rows it takes; the first has the id. */
export const kinds = {
  enterprise: [enterprise],
  enterpriseRelation: [
    {
      table: 'enterprise_relation',
      set: (id: string) => ({ id: text(id), parent_id: text(id), child_id: text(twinOf(id)), kind: text('branch') }),
    },
    enterprise,
    { table: 'firm_enterprise', set: (id: string, owner: string) => enterprise.set(twinOf(id), owner) },
  ],
  // an assignment: somebody else's, of a client one made
  clientMember: [
    { table: 'enterprise_member', set: (id: string) => ({ enterprise_id: text(id), user_id: text(id) }) },
    enterprise,
    person,
  ],
  clientNote: [
    {
      table: 'enterprise_note',
      set: (id: string, owner: string) => ({ id: text(id), enterprise_id: text(id), create_user: text(owner) }),
    },
    enterprise,
  ],
  project: [project, enterprise],
  dataset: [
    {
      table: 'dataset',
      set: (id: string, owner: string) => ({
        id: text(id),
        project_id: text(id),
        create_user: text(owner),
        state: text('verified'),
        summary: text('{"lines":0}'),
        report: text('{"checks":[],"coverage":[],"closing":[],"yearEnd":[]}'),
      }),
    },
    { table: 'ledger_voucher', set: (id: string) => ({ dataset_id: text(id), key: text('v1') }) },
    {
      table: 'ledger_account',
      set: (id: string) => ({ dataset_id: text(id), period: text('current'), code: text('1001') }),
    },
    project,
    enterprise,
  ],
  financialFile: [
    {
      table: 'file',
      set: (id: string, owner: string) => ({
        id: text(id),
        purpose: text('financial'),
        owner_id: text(id),
        create_user: text(owner),
      }),
    },
    project,
    enterprise,
  ],
  user: [person],
  // a person and whoever takes over from him
  colleagues: [
    person,
    { table: 'app_user', set: (id: string) => ({ id: text(twinOf(id)), account: text(twinOf(id)) }) },
  ],
  dept: [named('dept', 'dept_name')],
  post: [named('post', 'post_code')],
  role: [named('role', 'role_alias')],
  member: [
    named('role', 'role_alias'),
    person,
    { table: 'user_role', set: (id: string) => ({ user_id: text(id), role_id: text(id) }) },
  ],
  menu: [named('menu', 'code')],
  topMenu: [named('top_menu', 'code')],
  dict: [named('dict', 'dict_key')],
  param: [named('param', 'param_key')],
  region: [
    {
      table: 'region',
      set: (id: string) => ({
        id: text(id),
        code: text(String((Number.parseInt(id.slice(0, 8), 16) % 900_000) + 100_000)),
      }),
    },
  ],
  client: [named('client', 'client_id')],
  tenantPackage: [named('tenant_package', 'code')],
  datasource: [named('datasource', 'name')],
  notice: [named('notice')],
  message: [ofUser('message', { title: `'"x"'`, body: `'"x"'` })],
  view: [
    { table: 'ui_view', set: (id: string, owner: string) => ({ id: text(id), name: text(id), user_id: text(owner) }) },
  ],
  session: [ofUser('session', { expire_time: `now() + interval '1 hour'` }), person],
  passkey: [
    {
      table: 'passkey',
      set: (id: string, owner: string) => ({ id: text(id), user_id: text(owner), credential_id: text(id) }),
    },
  ],
  identity: [ofUser('linked_identity')],
  socialClient: [named('social_client')],
  ssoProvider: [named('sso_provider')],
  smsChannel: [named('sms_channel')],
  smsTemplate: [
    { table: 'sms_template', set: (id: string) => ({ id: text(id), channel_id: text(id) }) },
    named('sms_channel'),
  ],
  attachment: [
    {
      table: 'file',
      set: (id: string, owner: string) => ({ id: text(id), create_user: text(owner), purpose: text('export') }),
    },
  ],
  // a comment thread of a project that has the same id
  paperThread: [
    project,
    enterprise,
    {
      table: 'paper_thread',
      set: (id: string, owner: string) => ({
        id: text(id),
        project_id: text(id),
        paper_id: text('A01'),
        place: text('A01.x'),
        create_user: text(owner),
      }),
    },
  ],
  paperTemplate: paperTemplate,
  templateCell: [
    ...paperTemplate,
    {
      table: 'paper_template_cell',
      set: (id: string) => ({
        template_id: text(id),
        version: '1',
        paper_id: text('X01'),
        key: text('a'),
        unit: text('money'),
      }),
    },
  ],
  job: [{ table: 'job', set: (id: string, owner: string) => ({ id: text(id), create_user: text(owner) }) }],
} satisfies Record<string, readonly Row[]>

/** Rows that only the platform has, and all tenants read. */
export const ofPlatform: ReadonlySet<string> = new Set<keyof typeof kinds>(['menu', 'topMenu', 'dict'])
