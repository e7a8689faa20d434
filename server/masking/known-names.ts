import { type DictionaryEntry, isTelling } from '#engine/masking/dictionary.ts'
import { companyEntries } from '#engine/masking/short-names.ts'
import { lexiconOf } from '#engine/masking/spot.ts'
import { maskingWords } from '#facts/masking-words.ts'
import type { Db } from '#server/kernel/database.ts'

/** Names that many ledgers use for nobody in particular. */
const nobody =
  /^(?:其他|其它|个人|员工|职工|客户|供应商|零星|暂估|散户|现金|备用金|内部|公司|本部|总部|无|未知|合计|小计|往来|社保|公积金|税务局?|国税|地税|银行|财政局?|门店|网店|线上|线下|部门|项目).{0,4}$/
const companyForm = /公司|集团|事务所|合伙|[厂店行部社院所]$|中心$|[A-Za-z]{4}/
const ofPeople = /个人|职员|员工|人员|业务员|股东/
/** Kinds of dimensions that name no party: departments, goods, warehouses. */
const ofThings = /部门|存货|商品|物料|仓库|现金流量|费用|币种|项目/

/** Of people's and firms' names in the books, which is which: two to four characters without a form are a person. */
const kindOfParty = (kind: string, name: string) =>
  ofPeople.test(kind) || (!companyForm.test(name) && /^\p{Script=Han}{2,4}$/u.test(name)) ? 'person' : 'company'

const lexicon = lexiconOf(maskingWords)

/** What a tenant knows by name: its clients with their people and numbers, its own people, the parties of a project's books. */
export async function knownNames(db: Db, projectId?: string): Promise<DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  const add = (kind: DictionaryEntry['kind'], text: string, entity: string) => {
    if (isTelling(text) && !nobody.test(text)) entries.push({ kind, text, entity })
  }
  const clients = await db
    .selectFrom('firm_enterprise')
    .select([
      'id',
      'enterprise_name',
      'credit_code',
      'legal_representative',
      'contact',
      'phone',
      'bank_account',
      'address',
    ])
    .where('is_deleted', '=', 0)
    .execute()
  for (const client of clients) {
    entries.push(...companyEntries(client.enterprise_name, client.id, lexicon, true))
    add('taxNumber', client.credit_code, client.credit_code)
    add('bankAccount', client.bank_account, client.bank_account)
    add('person', client.legal_representative, client.legal_representative)
    add('person', client.contact, client.contact)
    add('phone', client.phone, client.phone)
    if (client.address.length >= 8) add('address', client.address, client.address)
  }
  const contacts = await db.selectFrom('enterprise_contact').select(['contact_name', 'phone', 'email']).execute()
  for (const { contact_name: name, phone, email } of contacts) {
    add('person', name, name)
    add('phone', phone, phone)
    add('email', email, email)
  }
  const firms = await db.selectFrom('firm').select(['id', 'firm_name']).execute()
  for (const firm of firms) entries.push(...companyEntries(firm.firm_name, firm.id, lexicon, true))
  const people = await db
    .selectFrom('app_user')
    .select(['real_name', 'phone', 'email'])
    .where('is_deleted', '=', 0)
    .execute()
  for (const { real_name: name, phone, email } of people) {
    add('person', name, name)
    add('phone', phone, phone)
    add('email', email, email)
  }
  if (projectId !== undefined) {
    for (const { kind, name } of await partiesOf(db, projectId)) {
      if (ofThings.test(kind)) continue
      if (kindOfParty(kind, name) === 'person') add('person', name, name)
      else if (!nobody.test(name)) entries.push(...companyEntries(name, name, lexicon, false))
    }
  }
  return entries
}

/** The parties of the project's books in use, each once. */
const partiesOf = (db: Db, projectId: string) =>
  db
    .selectFrom('ledger_dimension')
    .innerJoin('dataset', 'dataset.id', 'ledger_dimension.dataset_id')
    .select(['ledger_dimension.kind', 'ledger_dimension.name'])
    .distinct()
    .where('dataset.project_id', '=', projectId)
    .where('dataset.state', '=', 'active')
    .execute()
