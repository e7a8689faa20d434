import { sql } from 'kysely'

/** Names of the people of the tenant, looked up once for a whole list; of whoever is none of them one by one. */
const people = sql`(select jsonb_object_agg(app_user.id, person_name(app_user.id::text)) from app_user)`

/** Where the fields of lists of nodes stand. */
export const nodeColumns = {
  name: 'disk_node.name_key',
  kind: 'disk_node.kind',
  ext: 'disk_node.ext',
  size: 'disk_node.size',
  updateTime: 'disk_node.update_time',
  createTime: 'disk_node.create_time',
  updateUserName: sql<string>`coalesce(${people} ->> disk_node.update_user, person_name(disk_node.update_user), '')`,
  createUserName: sql<string>`coalesce(${people} ->> disk_node.create_user, person_name(disk_node.create_user), '')`,
  tag: sql<string>`array_to_string(disk_node.tags, ',')`,
}
