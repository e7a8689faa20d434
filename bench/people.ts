import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** Fills up to `tenants` tenants with `perTenant` people each: a department, a role and a post beside every person. */
export const seedPeople = (database: Database, tenants: number, perTenant: number): Promise<void> =>
  database.acrossTenants('a bench needs many people in many tenants', async (db) => {
    await sql`insert into tenant (tenant_id, tenant_name, kind)
      select 'more' || lpad(n::text, 4, '0'), '第' || n || '所', 'firm'
      from generate_series(1, ${tenants}::int - (select count(*)::int from tenant)) n`.execute(db)
    await sql`insert into dept (tenant_id, dept_name) select tenant_id, '审计部' from tenant`.execute(db)
    await sql`insert into post (tenant_id, post_code, post_name) select tenant_id, 'senior', '高级' from tenant`.execute(
      db,
    )
    await sql`insert into role (tenant_id, role_name, role_alias)
      select tenant_id, '助理', 'assistant' from tenant`.execute(db)
    await sql`insert into app_user (tenant_id, account, password_hash, name, real_name, email, phone, dept_id, create_time)
      select tenant_id, 'p' || n, '-', '职员' || n, '职员' || n, 'p' || n || '@example.com', '139' || lpad(n::text, 8, '0'),
        (select id from dept where dept.tenant_id = tenant.tenant_id and dept_name = '审计部'), now() - make_interval(hours => n)
      from tenant, generate_series(1, ${perTenant}::int) n`.execute(db)
    for (const [table, column, source, name, value] of links) {
      await sql`insert into ${sql.table(table)} (tenant_id, user_id, ${sql.ref(column)})
        select u.tenant_id, u.id, s.id from app_user u join ${sql.table(source)} s on s.tenant_id = u.tenant_id
        where s.${sql.ref(name)} = ${value} and u.password_hash = '-'`.execute(db)
    }
  })

const links = [
  ['user_role', 'role_id', 'role', 'role_alias', 'assistant'],
  ['user_post', 'post_id', 'post', 'post_code', 'senior'],
] as const
