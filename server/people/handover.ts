import { type RawBuilder, sql } from 'kysely'
import type { HandoverKind } from '#contract/user.ts'
import type { Db } from '#server/kernel/database.ts'

type Duty = {
  kind: HandoverKind
  count: (userId: string) => RawBuilder<{ n: number }>
  /** Statements that make the colleague responsible, in order. */
  move: (from: string, to: string) => RawBuilder<unknown>[]
}

/** Memberships go over; where the colleague is a member already, one is enough. */
const moveProjects = (from: string, to: string) => [
  sql`insert into project_member (project_id, user_id)
    select project_id, ${to}::uuid from project_member where user_id = ${from}::uuid on conflict do nothing`,
  sql`delete from project_member where user_id = ${from}::uuid`,
]
/** The same of enterprises: who answered for one is followed by the colleague. */
const moveEnterprises = (from: string, to: string) => [
  sql`insert into enterprise_member (enterprise_id, user_id, role)
    select enterprise_id, ${to}::uuid, role from enterprise_member where user_id = ${from}::uuid
    on conflict (tenant_id, enterprise_id, user_id) do update set role = 'lead' where excluded.role = 'lead'`,
  sql`delete from enterprise_member where user_id = ${from}::uuid`,
  sql`update firm_enterprise set owner = ${to}, version = version + 1 where owner = ${from} and is_deleted = 0`,
]

/**
 * What people are responsible for. Who did what stays in the audit log and on generations, datasets and papers; the responsible
 * person of an enterprise is its create_user, that of a project its owner and create_user.
 */
const duties: readonly Duty[] = [
  {
    kind: 'enterprise',
    count: (id) => sql`select count(*)::int as n from firm_enterprise where create_user = ${id} and is_deleted = 0`,
    move: (from, to) => [
      sql`insert into enterprise_member (enterprise_id, user_id) select id, ${to}::uuid from firm_enterprise
        where create_user = ${from} and is_deleted = 0 on conflict do nothing`,
      sql`update firm_enterprise set create_user = ${to}, version = version + 1 where create_user = ${from} and is_deleted = 0`,
    ],
  },
  {
    kind: 'project',
    count: (id) => sql`select count(*)::int as n from (
      select id from firm_project where create_user = ${id} and is_deleted = 0
      union select id from firm_project where owner = ${id} and is_deleted = 0) mine`,
    move: (from, to) => [
      sql`insert into project_member (project_id, user_id) select id, ${to}::uuid from firm_project
        where (create_user = ${from} or owner = ${from}) and is_deleted = 0 on conflict do nothing`,
      sql`update firm_project set owner = case when owner = ${from} then ${to} else owner end,
          create_user = case when create_user = ${from} then ${to} else create_user end, version = version + 1
        where (create_user = ${from} or owner = ${from}) and is_deleted = 0`,
    ],
  },
  {
    kind: 'member',
    count: (id) => sql`select ((select count(*) from enterprise_member where user_id = ${id}::uuid)
      + (select count(*) from project_member where user_id = ${id}::uuid))::int as n`,
    move: (from, to) => [...moveEnterprises(from, to), ...moveProjects(from, to)],
  },
  {
    kind: 'file',
    count: (id) => sql`select count(*)::int as n from file where create_user = ${id} and is_deleted = 0
      and purpose not in ('export', 'import')`,
    move: (from, to) => [
      // what a job wrote for him alone goes away by itself
      sql`update file set create_user = ${to} where create_user = ${from} and is_deleted = 0
        and purpose not in ('export', 'import')`,
    ],
  },
  {
    kind: 'job',
    count: (id) => sql`select count(*)::int as n from job where create_user = ${id} and state in ('queued', 'running')`,
    move: (from, to) => [
      sql`update job set create_user = ${to} where create_user = ${from} and state in ('queued', 'running')`,
    ],
  },
]

/** How much a person is responsible for, by kind. */
export async function dutiesOf(db: Db, userId: string): Promise<Record<HandoverKind, number>> {
  const counted: Record<HandoverKind, number> = { enterprise: 0, project: 0, member: 0, file: 0, job: 0 }
  for (const { kind, count } of duties) counted[kind] = (await count(userId).execute(db)).rows[0]?.n ?? 0
  return counted
}

/** Makes a colleague responsible for all of it, within the caller's transaction. */
export async function handOver(db: Db, from: string, to: string): Promise<void> {
  for (const { move } of duties) for (const statement of move(from, to)) await statement.execute(db)
}
