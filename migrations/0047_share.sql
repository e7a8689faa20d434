-- Links for people without an account: files of the disk given out, files collected, documents asked of a client.
-- The token lies as its SHA-256, to be found by, and sealed by the deployment's key, so that who made a link can copy it again.
create table share (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  mode text not null check (mode in ('view', 'download', 'collect')),
  title text not null default '',
  note text not null default '',
  token_hash bytea not null,
  token_sealed text not null,
  -- argon2id
  password_hash text,
  -- the last day on which it opens, in China
  expire_day date,
  -- downloads of a share, files of a collect link
  max_count int check (max_count > 0),
  used_count int not null default 0,
  views int not null default 0,
  watermark boolean not null default false,
  notify boolean not null default true,
  max_file_mb int check (max_file_mb > 0),
  kinds text[] not null default '{}',
  ask_name boolean not null default true,
  create_user uuid not null,
  create_time timestamptz not null default now(),
  last_time timestamptz,
  revoke_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, create_user) references app_user
);
create unique index share_token on share (tenant_id, token_hash);
create index share_of_user on share (tenant_id, create_user, create_time desc);
call isolate('share');

create table share_node (
  tenant_id text not null default current_tenant() references tenant,
  share_id uuid not null,
  node_id uuid not null,
  primary key (tenant_id, share_id, node_id),
  foreign key (tenant_id, share_id) references share on delete cascade,
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
create index share_of_node on share_node (tenant_id, node_id);
call isolate('share_node');

-- What a visit has taken away, so that a download that is resumed counts once.
create table share_take (
  tenant_id text not null default current_tenant() references tenant,
  share_id uuid not null,
  visit text not null,
  item text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, share_id, visit, item),
  foreign key (tenant_id, share_id) references share on delete cascade
);
call isolate('share_take');

create table share_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  share_id uuid not null,
  act text not null,
  what text not null default '',
  who text not null default '',
  -- shortened
  address text not null default '',
  device text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, share_id) references share on delete cascade
);
create index share_log_newest on share_log (tenant_id, share_id, create_time desc, id);
call isolate('share_log');

create table doc_request (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  project_id uuid not null,
  title text not null,
  note text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  due_day date,
  token_hash bytea not null,
  token_sealed text not null,
  password_hash text,
  -- days before the due day, and every so many after it, on which the client is reminded by itself
  remind_days int[] not null default '{}',
  remind_every int not null default 0,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- where what comes is put
  folder_id uuid,
  create_user uuid not null,
  create_time timestamptz not null default now(),
  last_remind_time timestamptz,
  -- the day of the last reminder by itself
  auto_remind_day date,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, folder_id) references disk_node on delete set null (folder_id),
  foreign key (tenant_id, create_user) references app_user
);
create unique index doc_request_token on doc_request (tenant_id, token_hash);
create index doc_request_of_project on doc_request (tenant_id, project_id, create_time desc);
create index doc_request_due on doc_request (tenant_id, due_day) where state = 'open';
call isolate('doc_request');

create table doc_request_item (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  request_id uuid not null,
  sort int not null default 0,
  code text not null default '',
  name text not null,
  note text not null default '',
  required boolean not null default true,
  due_day date,
  kinds text[] not null default '{}',
  papers text[] not null default '{}',
  target text not null default 'none' check (target in ('ledger', 'none')),
  sample_node_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'received', 'accepted', 'returned', 'na')),
  reason text not null default '',
  state_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references doc_request on delete cascade,
  foreign key (tenant_id, sample_node_id) references disk_node on delete set null (sample_node_id)
);
create index doc_request_item_of on doc_request_item (tenant_id, request_id, sort, id);
call isolate('doc_request_item');

create table doc_request_file (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  item_id uuid not null,
  -- without a foreign key: that a file came stays known after the disk has lost it
  node_id uuid not null,
  name text not null,
  size bigint not null,
  sender text not null default '',
  handed_file_id uuid,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references doc_request_item on delete cascade
);
create index doc_request_file_of on doc_request_file (tenant_id, item_id, create_time);
create index doc_request_file_node on doc_request_file (tenant_id, node_id);
call isolate('doc_request_file');

create table doc_request_remind (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  request_id uuid not null,
  way text not null check (way in ('copy', 'message', 'sms')),
  sent_to text not null default '',
  items int not null,
  -- the person's name; empty: by itself
  sent_by text not null default '',
  problem text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references doc_request on delete cascade
);
create index doc_request_remind_newest on doc_request_remind (tenant_id, request_id, create_time desc);
call isolate('doc_request_remind');

-- A message that is no code: what a client still owes.
alter table sms_template drop constraint sms_template_scene_check;
alter table sms_template add constraint sms_template_scene_check check (scene in ('login', 'register', 'reset', 'bind', 'remind'));
