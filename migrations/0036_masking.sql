-- What is hidden before a text leaves for a model: templates, the vault of tokens, the log of what left.

create table mask_template (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  -- personal: its maker's alone; firm: everybody's, kept by who administers the firm
  scope text not null check (scope in ('personal', 'firm')),
  -- what is done by kind (contract/masking.ts)
  actions jsonb not null,
  -- names the firm hides beside those it keeps as clients and people, and patterns of its numbers
  words text[] not null default '{}',
  patterns text[] not null default '{}',
  is_default boolean not null default false,
  version int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index mask_template_newest on mask_template (tenant_id, update_time desc, id);
create index mask_template_of_person on mask_template (tenant_id, create_user) where scope = 'personal';
create unique index mask_template_firm_default on mask_template (tenant_id) where scope = 'firm' and is_default;
create unique index mask_template_own_default on mask_template (tenant_id, create_user) where scope = 'personal' and is_default;
call isolate('mask_template');

-- One key per conversation, project or document, sealed by the deployment; without it nothing of its vault can be read again.
create table mask_key (
  tenant_id text not null default current_tenant() references tenant,
  scope text not null,
  sealed text not null,
  -- how many tokens were given out: whoever adds some saw this many
  given int not null default 0,
  create_time timestamptz not null default now(),
  primary key (tenant_id, scope)
);
call isolate('mask_key');

create table mask_token (
  tenant_id text not null default current_tenant(),
  scope text not null,
  kind text not null,
  number int not null,
  variant int not null,
  -- HMAC of what it stands for, so that the same is never given two tokens
  mark text not null,
  -- what it stands for, sealed with the scope's key
  cipher text not null,
  primary key (tenant_id, scope, kind, number, variant),
  unique (tenant_id, scope, mark),
  foreign key (tenant_id, scope) references mask_key on delete cascade
);
call isolate('mask_token');

create table mask_run (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  scope text not null,
  -- what it was for, and which model it went to
  purpose text not null,
  endpoint text not null,
  -- SHA-256 of what left, byte by byte
  payload_hash text not null,
  characters int not null,
  -- places hidden, by kind
  counts jsonb not null,
  -- kinds that were still found at the last look; not empty: nothing left
  residual text[] not null default '{}',
  -- whether a person saw it before it left
  previewed boolean not null default false,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index mask_run_newest on mask_run (tenant_id, create_time desc, id);
create index mask_run_of_person on mask_run (tenant_id, create_user, create_time desc);
call isolate('mask_run');
