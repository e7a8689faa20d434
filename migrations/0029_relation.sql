-- The relation bill: which standard a person chose for the books, and the way back from decisions.

-- A person's choice of the standard, with why; without a row the books speak for themselves.
create table relation_standard (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  standard text not null check (standard in ('cas', 'small')),
  reason text not null default '',
  decided_by text not null default current_actor(),
  decided_time timestamptz not null default now(),
  primary key (tenant_id, project_id),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('relation_standard');

-- One decision call and what it replaced: the rows as they stood, so that undoing puts back exactly those.
create table relation_step (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  number int not null,
  kind text not null check (kind in ('account', 'line')),
  -- keys of the rows decided, and the rows that stood before (fewer where some were new)
  keys jsonb not null,
  rows jsonb not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, project_id, number),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('relation_step');
