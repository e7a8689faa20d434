-- People of the platform who have worked in a tenant: what they made there shows their name, although they are no users of it.

create table visitor (
  tenant_id text not null default current_tenant() references tenant,
  user_id uuid not null,
  real_name text not null,
  last_time timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
call isolate('visitor');

/* The name of who made a row of the transaction's tenant: one of its people, or a visitor. */
create function person_name(id text) returns text language sql stable as $$
  select coalesce(
    (select real_name from app_user where tenant_id = current_tenant() and app_user.id = nullif(person_name.id, '')::uuid),
    (select real_name from visitor where tenant_id = current_tenant() and user_id = nullif(person_name.id, '')::uuid))
$$;
