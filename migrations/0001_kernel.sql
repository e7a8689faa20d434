-- The ground every slice stands on: ids, tenancy, identity, sessions, files, jobs, push, audit.
-- Runs as digao_owner. The application logs in as digao_app, which owns nothing and bypasses nothing;
-- digao_platform (a role digao_app may set for one named piece of work across tenants) sees all rows.

/* UUIDv7 (RFC 9562): time-ordered, so that new rows land at the end of the index. */
create function uuid7() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create function current_tenant() returns text language sql stable as $$ select current_setting('app.tenant', true) $$;
create function current_actor() returns text language sql stable as $$ select coalesce(current_setting('app.user', true), '') $$;

/* Closes a table to other tenants: forced row-level security with both conditions, for the owner too. */
create procedure isolate(tab regclass, shared text default null) language plpgsql as $$
declare
  mine text := 'tenant_id = (select current_tenant())';
  seen text := coalesce('(' || mine || ' or ' || shared || ')', mine);
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format('create policy own_rows on %s to digao_app using (%s) with check (%s)', tab, mine, mine);
  if shared is not null then
    execute format('create policy shared_rows on %s for select to digao_app using (%s)', tab, seen);
  end if;
  execute format('create policy all_rows on %s to digao_platform using (true) with check (true)', tab);
  execute format('grant select, insert, update, delete on %s to digao_app, digao_platform', tab);
end $$;

create table tenant (
  tenant_id text primary key check (tenant_id ~ '^[0-9A-Za-z]{6,12}$'),
  id uuid not null default uuid7() unique,
  tenant_name text not null,
  kind text not null default 'firm' check (kind in ('platform', 'firm', 'school', 'person')),
  domain text not null default '',
  account_number int not null default -1,
  expire_time timestamptz,
  status int not null default 1,
  create_time timestamptz not null default now()
);
call isolate('tenant');

create table dept (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  parent_id uuid,
  dept_name text not null,
  sort int not null default 0,
  create_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references dept
);
call isolate('dept');

create table role (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  role_name text not null,
  role_alias text not null,
  sort int not null default 0,
  create_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index role_alias_once on role (tenant_id, role_alias) where is_deleted = 0;
call isolate('role');

create table app_user (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  account text not null,
  -- argon2id of the md5 hex that clients send
  password_hash text not null,
  name text not null default '',
  real_name text not null default '',
  avatar text not null default '',
  email text not null default '',
  phone text not null default '',
  dept_id uuid,
  status int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept
);
create unique index app_user_account_once on app_user (tenant_id, lower(account)) where is_deleted = 0;
call isolate('app_user');

create table user_role (
  tenant_id text not null default current_tenant(),
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, role_id) references role
);
call isolate('user_role');

-- One row per device that signed in; refresh tokens rotate within it. They are signed, so one that is ours but not the
-- current one was used before: that ends the session.
create table session (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  user_id uuid not null,
  refresh_hash bytea not null,
  role_ids text not null default '',
  dept_id text not null default '',
  address text not null default '',
  user_agent text not null default '',
  create_time timestamptz not null default now(),
  seen_time timestamptz not null default now(),
  expire_time timestamptz not null,
  revoke_time timestamptz,
  revoke_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
create index session_of_user on session (tenant_id, user_id);
call isolate('session');

-- Before sign-in there is no tenant: captchas and counters belong to nobody.
create table captcha (
  key uuid primary key default gen_random_uuid(),
  answer_hash bytea not null,
  expire_time timestamptz not null
);
create index captcha_expiry on captcha (expire_time);
grant select, insert, delete on captcha to digao_app;

create table attempt (
  bucket text not null,
  opens timestamptz not null,
  used int not null,
  primary key (bucket, opens)
);
create index attempt_age on attempt (opens);
grant select, insert, update, delete on attempt to digao_app;

create table idempotency (
  tenant_id text not null default current_tenant(),
  user_id text not null,
  key text not null check (length(key) <= 255),
  path text not null,
  request_hash bytea not null,
  -- null only inside the transaction of the first request; text, so that every answer is the same to the byte
  answer text,
  create_time timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index idempotency_age on idempotency (create_time);
call isolate('idempotency');

create table menu (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  parent_id uuid,
  code text not null,
  name text not null,
  name_en text not null default '',
  alias text not null default 'menu',
  path text not null default '',
  source text not null default '',
  sort int not null default 0,
  category int not null default 1,
  action int not null default 0,
  is_open int not null default 2,
  component text not null default '',
  visibility_scope text not null default 'system',
  query text not null default '',
  href text not null default '',
  meta jsonb not null default '{}',
  -- empty: everyone the scope shows it to
  roles text[] not null default '{}',
  exclude_roles text[] not null default '{}',
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index menu_code_once on menu (tenant_id, code) where is_deleted = 0;
call isolate('menu', 'tenant_id = ''000000''');

create table dict (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  parent_id uuid,
  code text not null,
  dict_key text not null,
  dict_value text not null,
  value_en text not null default '',
  sort int not null default 0,
  remark text not null default '',
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index dict_key_once on dict (tenant_id, code, dict_key) where is_deleted = 0;
call isolate('dict', 'tenant_id = ''000000''');

create table audit_event (
  tenant_id text not null default current_tenant() references tenant,
  -- 1, 2, 3 … without a gap inside the tenant
  seq bigint not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  biz_type text not null,
  biz_id text not null,
  before jsonb,
  after jsonb,
  address text not null default '',
  trace_id text not null default '',
  create_time timestamptz not null default now(),
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
create index audit_of_record on audit_event (tenant_id, biz_type, biz_id, seq);
call isolate('audit_event');
revoke insert, update, delete on audit_event from digao_app, digao_platform;

/* What an entry's hash covers: its predecessor's hash and every field of its own. */
create function audit_hash(prev bytea, e audit_event) returns bytea language sql stable as $$
  select sha256(prev || convert_to(jsonb_build_array(e.tenant_id, e.seq, e.actor_id, e.actor_name, e.action, e.biz_type, e.biz_id,
    e.before, e.after, e.address, e.trace_id, extract(epoch from e.create_time))::text, 'UTF8'))
$$;

/* The only way to write an entry, in the order of commits: the lock is held until the transaction ends. */
create function append_audit(actor_name text, action text, biz_type text, biz_id text, before jsonb, after jsonb, address text, trace text)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant text := current_tenant();
  last record;
  e audit_event;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || tenant, 0));
  select seq, hash into last from audit_event where tenant_id = tenant order by seq desc limit 1;
  e := row(tenant, coalesce(last.seq, 0) + 1, current_actor(), actor_name, action, biz_type, biz_id, before, after, address, trace,
    clock_timestamp(), coalesce(last.hash, ''::bytea), ''::bytea);
  e.hash := audit_hash(e.prev_hash, e);
  insert into audit_event values (e.*);
  return e.seq;
end $$;
-- the function writes as the owner, whom forced row-level security binds too
create policy append on audit_event to digao_owner using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));

create table browser_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default current_actor(),
  url text not null,
  type text not null,
  message text not null,
  stack text not null,
  info text not null,
  time text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
call isolate('browser_log');

-- Content-addressed: one stored object per tenant and content.
create table blob (
  tenant_id text not null default current_tenant() references tenant,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  storage_key text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, sha256)
);
call isolate('blob');

-- A file a person put in: its name, and the blob it holds. purpose + owner_id say what it belongs to.
create table file (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  sha256 text not null,
  size bigint not null,
  purpose text not null,
  owner_id text not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, sha256) references blob
);
create index file_of_owner on file (tenant_id, purpose, owner_id);
call isolate('file');

create table job (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  type text not null,
  title text not null,
  biz_type text not null default '',
  biz_id text not null default '',
  input jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  progress int not null default 0,
  step text not null default '',
  step_params jsonb not null default '{}',
  result jsonb not null default '{}',
  error jsonb,
  cancel_asked boolean not null default false,
  -- the process that runs it beats; a silent one is taken for dead
  runner uuid,
  beat_time timestamptz,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  primary key (tenant_id, id)
);
create index job_of_user on job (tenant_id, create_user, create_time desc);
create index job_of_record on job (tenant_id, biz_type, biz_id, create_time desc);
create index job_waiting on job (create_time) where state = 'queued';
create index job_running on job (beat_time) where state = 'running';
call isolate('job');

-- What was pushed, so that a reconnecting browser misses nothing; swept after a day.
create table push_event (
  tenant_id text not null default current_tenant() references tenant,
  seq bigint generated always as identity,
  user_id text not null,
  message_type text not null,
  data jsonb not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, seq)
);
create index push_event_of_user on push_event (tenant_id, user_id, seq);
create index push_event_age on push_event (create_time);
call isolate('push_event');

create table param (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  param_key text not null,
  param_value text not null,
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, param_key)
);
call isolate('param', 'tenant_id = ''000000''');

/* Whoever caches what a session may hears of every change that could end or narrow it, once it is committed; '*' is everyone. */
create function tell_sessions() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  perform pg_notify('digao_session', coalesce(changed ->> tg_argv[0], '*'));
  return null;
end $$;
create trigger tell after update of revoke_time on session for each row execute function tell_sessions('user_id');
create trigger tell after update of status, is_deleted, account, real_name, dept_id on app_user for each row execute function tell_sessions('id');
create trigger tell after insert or update or delete on user_role for each row execute function tell_sessions('user_id');
create trigger tell after update or delete on role for each row execute function tell_sessions('everyone');
create trigger tell after update of status, expire_time on tenant for each row execute function tell_sessions('everyone');
