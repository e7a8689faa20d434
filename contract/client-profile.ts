import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'
import { isRealDay } from './real-day.ts'

/** How often a tax is declared. */
export const taxCycles = ['month', 'quarter', 'year', 'once'] as const

const day = z
  .string()
  .trim()
  .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}$/, 'enterpriseDay')
  .refine(isRealDay, 'enterpriseDay')

/** A tax the client declares, from a day on, until another or for good. */
const Tax = z
  .object({
    /** A key of the dictionary tax_type. */
    taxType: z.string().trim().min(1).max(50),
    cycle: z.enum(taxCycles),
    validFrom: day,
    /** Empty: for good. */
    validTo: z.union([z.literal(''), day]).default(''),
  })
  .refine(({ validFrom, validTo }) => validTo === '' || validTo >= validFrom, 'taxEndsEarly')
export type ClientTax = z.output<typeof Tax>

const phone = z.string().trim().max(50)
const email = z
  .string()
  .trim()
  .max(200)
  .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'emailForm')
const Contact = z.object({
  contactName: z.string({ error: 'contactName' }).trim().min(1, 'contactName').max(100),
  /** A key of the dictionary contact_role. */
  contactRole: z.string().trim().max(50).default(''),
  phone: phone.default(''),
  email: email.default(''),
  isPrimary: z.boolean().default(false),
})
export type ClientContact = z.output<typeof Contact>

export const memberRoles = ['lead', 'member'] as const
const Member = z.object({
  userId: id,
  realName: z.string(),
  account: z.string(),
  deptName: z.string(),
  role: z.enum(memberRoles),
  /** Made the client: he reaches it whether assigned or not. */
  isCreator: z.boolean(),
  assignedTime: time,
  assignedByName: z.string(),
})
export type ClientMember = z.output<typeof Member>
const Colleague = Member.pick({ userId: true, realName: true, account: true, deptName: true })

/** What happened with a client: to itself, to its projects, and what people noted. */
export const timelineKinds = ['note', 'project', 'ledger', 'paper', 'client'] as const
const TimelineEntry = z.object({
  seq: z.number().int(),
  kind: z.enum(timelineKinds),
  action: z.string(),
  actorName: z.string(),
  createTime: time,
  /** The project it is about; empty for the client itself. */
  projectId: z.string(),
  projectName: z.string(),
  year: z.string(),
  /** Names of the fields that changed. */
  fields: z.array(z.string()),
  /** The note, the person assigned, the file handed over. */
  content: z.string(),
  /** Only of a note. */
  noteId: z.string(),
  /** The caller wrote the note. */
  mine: z.boolean(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const of = z.object({ enterpriseId: id })
/** The enterprise's version that the person looked at; without it the last one to save wins. */
const seen = { enterpriseId: id, version: z.number().int().optional() }
const version = z.object({ version: z.number().int() })

/** What hangs on a client enterprise: taxes, contacts, the people who work for it, its story. */
export const clientProfile = {
  taxes: get('/sc-llm/firmEnterprise/taxes', {
    may: 'enterprise.view',
    says: 'The taxes a client declares',
    input: of,
    output: z.array(Tax.safeExtend({ id })),
  }),
  saveTaxes: post('/sc-llm/firmEnterprise/saveTaxes', {
    may: 'enterprise.edit',
    says: 'Replaces the taxes a client declares',
    input: z.object({ ...seen, taxes: z.array(Tax).max(100) }),
    output: version,
  }),
  contacts: get('/sc-llm/firmEnterprise/contacts', {
    may: 'enterprise.view',
    says: 'The people of a client, the primary one first',
    input: of,
    output: z.array(Contact.extend({ id, contactName: z.string() })),
  }),
  saveContacts: post('/sc-llm/firmEnterprise/saveContacts', {
    may: 'enterprise.edit',
    says: 'Replaces the people of a client; the first is the primary one unless another says so',
    input: z.object({ ...seen, contacts: z.array(Contact).max(50) }),
    output: version,
  }),
  members: get('/sc-llm/firmEnterprise/members', {
    may: 'enterprise.view',
    says: 'Who is assigned to a client',
    input: of,
    output: z.array(Member),
  }),
  colleagues: get('/sc-llm/firmEnterprise/colleagues', {
    may: 'enterprise.edit',
    says: 'People who can be assigned, by a part of the name',
    input: z.object({ name: z.string().max(100).default('') }),
    output: z.array(Colleague),
  }),
  owners: get('/sc-llm/firmEnterprise/owners', {
    may: 'enterprise.select',
    says: 'Who answers for clients in reach, and for how many',
    input: none,
    output: z.array(Colleague.extend({ deptId: z.string(), clients: z.number().int() })),
  }),
  assign: post('/sc-llm/firmEnterprise/assign', {
    may: 'enterprise.edit',
    says: 'Assigns a person to clients; a lead answers for them, and whoever did is a member from then on',
    input: z.object({ ids: ids.pipe(z.array(id).max(500)), userId: id, role: z.enum(memberRoles).default('member') }),
    output: z.object({ assigned: z.number().int() }),
  }),
  unassign: post('/sc-llm/firmEnterprise/unassign', {
    may: 'enterprise.edit',
    says: 'Takes a person off a client',
    input: z.object({ enterpriseId: id, userId: id }),
    output: none,
  }),
  timeline: get('/sc-llm/firmEnterprise/timeline', {
    may: 'enterprise.view',
    says: 'What happened with a client and its projects, newest first',
    input: paging(['createTime', 'actorName'], { enterpriseId: id, kind: z.enum(timelineKinds).optional() }),
    output: paged(TimelineEntry),
  }),
  addNote: post('/sc-llm/firmEnterprise/addNote', {
    may: 'enterprise.edit',
    says: 'Notes what was talked about with a client',
    input: z.object({
      enterpriseId: id,
      content: z.string({ error: 'noteContent' }).trim().min(1, 'noteContent').max(2000),
    }),
    output: z.object({ id }),
  }),
  removeNote: post('/sc-llm/firmEnterprise/removeNote', {
    may: 'enterprise.edit',
    says: 'Deletes a note: one’s own, or any for who keeps all clients',
    input: z.object({ enterpriseId: id, id }),
    output: none,
  }),
}
