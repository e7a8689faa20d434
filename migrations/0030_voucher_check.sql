-- Voucher checks: what a firm or a project sets, runs with their hits, what was decided of them, whitelists, and samples.

-- project_id null: the firm's own
create table voucher_check_setting (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid,
  check_id text not null,
  enabled boolean not null,
  -- text by key
  params jsonb not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project
);
create unique index voucher_check_setting_once on voucher_check_setting (tenant_id, project_id, check_id) nulls not distinct;
call isolate('voucher_check_setting');

create table voucher_run (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  dataset_id uuid not null,
  -- the parameters it ran with, by check
  settings jsonb not null,
  -- per check: state, total, kept, note
  outcomes jsonb not null,
  vouchers int not null,
  lines int not null,
  -- fen; null: no papers say it
  materiality bigint,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
create index voucher_run_of_project on voucher_run (tenant_id, project_id, create_time desc);
create index voucher_run_of_dataset on voucher_run (tenant_id, dataset_id);
call isolate('voucher_run');

create table voucher_hit (
  tenant_id text not null default current_tenant(),
  run_id uuid not null,
  ordinal int not null,
  check_id text not null,
  -- check, subject and account: the same in every run
  hit_key text not null,
  subject text not null,
  voucher_key text not null,
  period text not null,
  day text not null,
  account text not null,
  account_name text not null,
  counter text not null,
  party text not null,
  summary text not null,
  amount bigint not null,
  -- ordinals of ledger_line, at most 20
  lines int[] not null,
  measure jsonb not null,
  why jsonb not null,
  pattern text not null,
  primary key (tenant_id, run_id, ordinal),
  foreign key (tenant_id, run_id) references voucher_run on delete cascade
);
create index voucher_hit_of_check on voucher_hit (tenant_id, run_id, check_id, ordinal);
create unique index voucher_hit_key on voucher_hit (tenant_id, run_id, hit_key);
call isolate('voucher_hit');

-- What was decided of a hit. It holds in later runs while the amount is the same.
create table voucher_disposition (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  hit_key text not null,
  amount bigint not null,
  state text not null check (state in ('normal', 'adjust', 'pending', 'whitelist')),
  reason text not null,
  evidence text not null,
  -- paper or adjusting entry that follows it up
  paper text not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id, hit_key),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('voucher_disposition');

-- Patterns that were explained for a client; they propose the same for what comes again.
create table voucher_whitelist (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  enterprise_id uuid not null,
  pattern text not null,
  check_id text not null,
  account text not null,
  counter text not null,
  words text not null,
  reason text not null,
  evidence text not null,
  project_id uuid not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  revoked_user text not null default '',
  revoked_time timestamptz,
  revoked_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise,
  foreign key (tenant_id, project_id) references firm_project
);
create unique index voucher_whitelist_stands on voucher_whitelist (tenant_id, enterprise_id, pattern) where revoked_time is null;
create index voucher_whitelist_of_client on voucher_whitelist (tenant_id, enterprise_id, create_time desc, id);
call isolate('voucher_whitelist');

create table voucher_sample (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  dataset_id uuid not null,
  name text not null,
  method text not null check (method in ('random', 'mus', 'targeted', 'stratified')),
  frame jsonb not null,
  -- percent
  confidence int not null,
  -- fen; null: the size was set by hand
  materiality bigint,
  size int not null,
  seed bigint not null,
  lines int not null,
  population bigint not null,
  interval bigint not null,
  layers jsonb not null,
  withdrawn_user text not null default '',
  withdrawn_time timestamptz,
  withdrawn_reason text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
create index voucher_sample_of_project on voucher_sample (tenant_id, project_id, create_time desc);
create index voucher_sample_of_dataset on voucher_sample (tenant_id, dataset_id);
call isolate('voucher_sample');

create table voucher_sample_item (
  tenant_id text not null default current_tenant(),
  sample_id uuid not null,
  -- the line's ordinal in the journal
  line int not null,
  voucher_key text not null,
  voucher_line int not null,
  day text not null,
  account text not null,
  account_name text not null,
  counter text not null,
  summary text not null,
  amount bigint not null,
  layer text not null,
  -- yes, no, na or '' by attribute
  tests jsonb not null default '{}',
  conclusion text not null default 'pending' check (conclusion in ('ok', 'exception', 'pending')),
  -- booked less right, fen
  misstatement bigint not null default 0,
  evidence text not null default '',
  note text not null default '',
  version int not null default 1,
  update_user text not null default '',
  update_time timestamptz,
  primary key (tenant_id, sample_id, line),
  foreign key (tenant_id, sample_id) references voucher_sample on delete cascade
);
call isolate('voucher_sample_item');
