-- What is watched: logs, the audit chain's anchors, notices and messages, scheduled jobs.
-- Logs are written in batches beside the request and may lose their last second; the audit never does.

create table api_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default '',
  user_name text not null default '',
  method text not null,
  path text not null,
  status int not null,
  -- milliseconds
  took int not null,
  params jsonb not null default '{}',
  address text not null default '',
  user_agent text not null default '',
  trace_id text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index api_log_newest on api_log (tenant_id, create_time desc, id);
create index api_log_of_trace on api_log (tenant_id, trace_id);
call isolate('api_log');

create table error_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default '',
  user_name text not null default '',
  method text not null,
  path text not null,
  -- only the platform's administrator reads these three
  name text not null default '',
  message text not null default '',
  stack text not null default '',
  address text not null default '',
  trace_id text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index error_log_newest on error_log (tenant_id, create_time desc, id);
create index error_log_of_trace on error_log (tenant_id, trace_id);
call isolate('error_log');

create table login_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  -- as typed, also when nobody has it; user_id is empty then
  account text not null default '',
  user_id text not null default '',
  -- password, captcha, sms, social, sso, passkey, refresh
  method text not null,
  result text not null check (result in ('ok', 'failed')),
  -- the key of the refusal's text
  reason text not null default '',
  address text not null default '',
  user_agent text not null default '',
  trace_id text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index login_log_newest on login_log (tenant_id, create_time desc, id);
create index login_log_of_user on login_log (tenant_id, user_id, create_time desc);
create index login_log_of_trace on login_log (tenant_id, trace_id);
call isolate('login_log');

-- What people did that changed nothing: downloads, exports, sign-outs.
create table usual_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default '',
  user_name text not null default '',
  action text not null,
  biz_type text not null default '',
  biz_id text not null default '',
  detail text not null default '',
  address text not null default '',
  trace_id text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index usual_log_newest on usual_log (tenant_id, create_time desc, id);
create index usual_log_of_trace on usual_log (tenant_id, trace_id);
call isolate('usual_log');

create index browser_log_newest on browser_log (tenant_id, create_time desc, id);
create index audit_of_trace on audit_event (tenant_id, trace_id);

-- The chain's head as it once was, under a key the database does not know: newest entries cannot vanish unseen.
create table audit_anchor (
  tenant_id text not null default current_tenant() references tenant,
  seq bigint not null,
  hash bytea not null,
  mac bytea not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, seq)
);
call isolate('audit_anchor');
revoke update, delete on audit_anchor from digao_app, digao_platform;

create table notice (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  title text not null,
  category text not null check (category in ('notice', 'announcement', 'policy')),
  -- plain text; paragraphs are lines
  content text not null,
  scope text not null default 'all' check (scope in ('all', 'depts', 'roles', 'users')),
  scope_ids uuid[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'released', 'withdrawn')),
  release_time timestamptz,
  expire_time timestamptz,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create index notice_newest on notice (tenant_id, update_time desc, id) where is_deleted = 0;
create index notice_released on notice (tenant_id, release_time desc, id) where is_deleted = 0 and state = 'released';
call isolate('notice');

create table notice_read (
  tenant_id text not null default current_tenant(),
  notice_id uuid not null,
  user_id uuid not null,
  read_time timestamptz not null default now(),
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references notice,
  foreign key (tenant_id, user_id) references app_user
);
create index notice_read_of_user on notice_read (tenant_id, user_id, notice_id);
call isolate('notice_read');

create table message (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  type text not null check (type in ('system', 'security', 'task', 'work')),
  level text not null default 'info' check (level in ('info', 'warn', 'bad')),
  -- a key of the texts with its parameters, said in the reader's language, or plain text
  title jsonb not null,
  body jsonb not null,
  -- a path of ours, or empty
  link text not null default '',
  read_time timestamptz,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
create index message_of_user on message (tenant_id, user_id, create_time desc, id);
create index message_unread on message (tenant_id, user_id) where read_time is null;
create index message_age on message (tenant_id, create_time);
call isolate('message');

-- Only what somebody has turned off.
create table message_muted (
  tenant_id text not null default current_tenant(),
  user_id uuid not null,
  type text not null,
  primary key (tenant_id, user_id, type),
  foreign key (tenant_id, user_id) references app_user
);
call isolate('message_muted');

-- Scheduled jobs are the platform's. Who runs one holds it by runner and beats; a silent runner is taken for dead.
create table cron_job (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  code text not null,
  cron text not null,
  enabled boolean not null default true,
  next_time timestamptz,
  -- somebody wants it now
  asked boolean not null default false,
  asked_by text not null default '',
  runner uuid,
  beat_time timestamptz,
  -- runs in a row whose process died
  lost int not null default 0,
  last_time timestamptz,
  last_state text not null default '',
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call isolate('cron_job');

create table cron_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  code text not null,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed', 'lost')),
  -- what came of it, or why not
  result jsonb not null default '{}',
  asked_by text not null default '',
  runner uuid not null,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  primary key (tenant_id, id)
);
create index cron_log_of_job on cron_log (tenant_id, code, start_time desc, id);
create index cron_log_age on cron_log (tenant_id, start_time);
call isolate('cron_log');

-- The newest attachments, and why one was deleted.
alter table file
  add column delete_time timestamptz,
  add column delete_reason text not null default '';
create index file_newest on file (tenant_id, create_time desc, id) where is_deleted = 0;
create index file_of_blob on file (tenant_id, sha256);
create index dataset_file_of_file on dataset_file (tenant_id, file_id);
