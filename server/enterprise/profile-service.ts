import type { clientProfile } from '#contract/client-profile.ts'
import type { Service } from '#server/kernel/service.ts'
import { reachableEnterprise } from '../project/reach.ts'
import { contactsOf, saveContacts } from './contacts.ts'
import { assign, findColleagues, membersOf, ownersOf, unassign } from './members.ts'
import { saveTaxes, taxesOf } from './taxes.ts'
import { addNote, removeNote, timelineOf } from './timeline.ts'

export const clientProfileService: Service<typeof clientProfile> = {
  async taxes(context, { enterpriseId }) {
    await reachableEnterprise(context, enterpriseId)
    return taxesOf(context.db, enterpriseId)
  },
  saveTaxes,
  async contacts(context, { enterpriseId }) {
    await reachableEnterprise(context, enterpriseId)
    return contactsOf(context.db, enterpriseId)
  },
  saveContacts,
  members: (context, { enterpriseId }) => membersOf(context, enterpriseId),
  colleagues: (context, { name }) => findColleagues(context, name),
  owners: ownersOf,
  assign,
  unassign,
  timeline: timelineOf,
  addNote,
  removeNote,
}
