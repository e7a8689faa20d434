import { createHash, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Pool } from 'pg'

// The work of renewing, of menus and of a list of people, as bare.ts does it: the same statements, no layers.

const people = `select u.id, u.tenant_id as "tenantId", u.code, u.account, u.name, u.real_name as "realName", u.avatar, u.email, u.phone,
  u.birthday, u.sex, u.remark, u.status, u.must_change_password as "mustChangePassword", u.create_user as "createUser",
  u.create_time as "createTime", u.update_time as "updateTime", u.sign_in_time as "signInTime", u.left_time as "leftTime", u.version,
  (select json_agg(json_build_object('id', r.id, 'name', r.role_name, 'alias', r.role_alias) order by r.sort, r.id)
    from user_role ur join role r on r.tenant_id = $1 and r.id = ur.role_id where ur.tenant_id = $1 and ur.user_id = u.id and r.is_deleted = 0) as roles,
  (select json_agg(json_build_object('id', d.id, 'name', d.dept_name) order by d.id <> u.dept_id, ud.sort, d.id)
    from user_dept ud join dept d on d.tenant_id = $1 and d.id = ud.dept_id where ud.tenant_id = $1 and ud.user_id = u.id and d.is_deleted = 0) as depts,
  (select json_agg(json_build_object('id', p.id, 'name', p.post_name) order by p.sort, p.id)
    from user_post up join post p on p.tenant_id = $1 and p.id = up.post_id where up.tenant_id = $1 and up.user_id = u.id and p.is_deleted = 0) as posts`
const wanted = `from app_user u where u.tenant_id = $1 and u.is_deleted = 0 and u.real_name ilike $2`
const list = `${people}, (select count(*)::int ${wanted}) as total_rows ${wanted} order by u.create_time desc, u.id limit 20 offset 0`

const menus = `select * from menu where tenant_id = '000000' and is_deleted = 0 and status = 1 order by sort, id`
const packaged = `select t.kind, p.id from tenant t left join tenant_package p on p.tenant_id = '000000' and p.id = t.package_id and p.own_menus where t.tenant_id = $1`
const chosen = `select role_alias, own_menus from role where tenant_id = $1 and is_deleted = 0 and role_alias = 'admin'`

const holder = `select s.id, u.id as user_id, u.account, u.real_name, u.dept_id,
    (select json_agg(json_build_object('id', r.id, 'alias', r.role_alias)) from user_role ur join role r on r.tenant_id = $1 and r.id = ur.role_id
      where ur.tenant_id = $1 and ur.user_id = u.id) as roles
  from session s join app_user u on u.tenant_id = $1 and u.id = s.user_id join tenant t on t.tenant_id = s.tenant_id
  where s.tenant_id = $1 and s.id = $2 and s.revoke_time is null and u.status = 1 and t.status = 1`
// a session of its own: ours would take a turned hash for a token used twice
const newSession = `insert into session (tenant_id, user_id, refresh_hash, expire_time)
  select $1, id, '\\x00', now() + interval '7 days' from app_user where tenant_id = $1 and account = 'bench' returning id`
const rotate = `update session set refresh_hash = $3, seen_time = now() where tenant_id = $1 and id = $2 and revoke_time is null`

type MenuRow = { id: string; parent_id: string | null; category: number; roles: string[]; children?: MenuRow[] }
const key = new TextEncoder().encode('the bench signs with this and nothing else does')
const sign = (jti: string, seconds: number) =>
  new SignJWT({ rnd: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(jti)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(key)

export const bareIdentity = (pool: Pool) => ({
  async people(tenant: string, name: string) {
    const { rows } = await pool.query(list, [tenant, `%${name}%`])
    return { records: rows, total: rows[0]?.total_rows }
  },

  /** `pages`: the menu as a tree; otherwise the buttons under theirs. */
  async menus(tenant: string, pages: boolean) {
    const [all] = await Promise.all([
      pool.query<MenuRow>(menus),
      pool.query(packaged, [tenant]),
      pool.query(chosen, [tenant]),
    ])
    const mine = all.rows.filter(({ roles }) => roles.length === 0 || roles.includes('admin'))
    const shown = pages ? mine.filter(({ category }) => category === 1) : mine
    const below = Map.groupBy(shown, ({ parent_id: parent }) => parent ?? '')
    const grow = (id: string): MenuRow[] =>
      (below.get(id) ?? []).map((row) => Object.assign(row, { children: grow(row.id) }))
    return grow('')
  },

  async renew(tenant: string, token: string) {
    const jti = token
      ? ((await jwtVerify(token, key)).payload.jti ?? '')
      : ((await pool.query<{ id: string }>(newSession, [tenant])).rows[0]?.id ?? '')
    const { rows } = await pool.query(holder, [tenant, jti])
    const [access_token, refresh_token] = await Promise.all([sign(jti, 3600), sign(jti, 604_800)])
    await pool.query(rotate, [tenant, jti, createHash('sha256').update(refresh_token).digest()])
    return { ...rows[0], access_token, refresh_token }
  },
})
