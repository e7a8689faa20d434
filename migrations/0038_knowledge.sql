-- Knowledge bases: documents in versions, cut into chunks that are searched and cited. System bases are rows of 000000.

create table kb_base (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  -- system: of 000000, read by all tenants; personal: its maker's alone
  scope text not null check (scope in ('system', 'firm', 'project', 'personal')),
  kind text not null check (kind in ('law', 'policy', 'template', 'project', 'other')),
  project_id uuid,
  description text not null default '',
  -- raised by whatever changes what can be found
  rev int not null default 1,
  version int not null default 1,
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  check ((scope = 'project') = (project_id is not null)),
  check (scope <> 'system' or tenant_id = '000000')
);
create unique index kb_base_name on kb_base (tenant_id, scope, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), name,
  (case when scope = 'personal' then create_user else '' end)) where is_deleted = 0;
create index kb_base_of_project on kb_base (tenant_id, project_id) where project_id is not null;
call isolate('kb_base');

-- Who else may, and who may not: a refusal wins over everything (walls of independence).
create table kb_access (
  tenant_id text not null default current_tenant(),
  base_id uuid not null,
  principal_kind text not null check (principal_kind in ('role', 'user')),
  -- a role's alias or a user's id
  principal text not null,
  -- 0 refuses; 1 reads, 2 adds, 3 manages
  level int not null check (level between 0 and 3),
  primary key (tenant_id, base_id, principal_kind, principal),
  foreign key (tenant_id, base_id) references kb_base on delete cascade
);
call isolate('kb_access');

create table kb_doc (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  base_id uuid not null,
  name text not null,
  kind text not null check (kind in ('law', 'policy', 'template', 'project', 'other')),
  -- 文号, and where it applies
  number text not null default '',
  region text not null default '',
  -- another document replaces it from this day on; no day: a person says so without one
  superseded_by uuid,
  superseded_from date,
  version int not null default 1,
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, base_id) references kb_base,
  foreign key (tenant_id, superseded_by) references kb_doc
);
create index kb_doc_newest on kb_doc (tenant_id, base_id, update_time desc, id);
create index kb_doc_name on kb_doc (tenant_id, base_id, name);
call isolate('kb_doc');

create table kb_version (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  doc_id uuid not null,
  base_id uuid not null,
  -- 1, 2, 3 …; the highest that was read is the current one
  no int not null,
  -- null: it came without a file of its own (an article collection)
  file_id uuid,
  file_name text not null,
  sha256 text not null,
  size bigint not null,
  -- the days between which it applies; null is not known
  effective_from date,
  effective_to date,
  -- effective_to, or the day before a later version begins, whichever comes first
  ends_on date,
  current boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'parsing', 'ready', 'failed')),
  -- {key, params} of a failed one
  problem jsonb,
  -- what the reading said: kind, title, warnings, unread parts, what a law says of itself
  report jsonb,
  pages int not null default 0,
  chunks int not null default 0,
  hidden int not null default 0,
  -- how much other laws refer to it, 0 to 1
  authority real not null default 0,
  job_id uuid,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, doc_id, no),
  foreign key (tenant_id, doc_id) references kb_doc on delete cascade,
  foreign key (tenant_id, base_id) references kb_base,
  foreign key (tenant_id, file_id) references file
);
create index kb_version_of_base on kb_version (tenant_id, base_id) where chunks > 0;
create index kb_version_content on kb_version (tenant_id, base_id, sha256);
create index kb_version_of_job on kb_version (tenant_id, job_id) where job_id is not null;
create index kb_version_of_file on kb_version (tenant_id, file_id);
create unique index kb_version_current on kb_version (tenant_id, doc_id) where current;
call isolate('kb_version');

create table kb_chunk (
  tenant_id text not null default current_tenant(),
  id uuid not null,
  version_id uuid not null,
  base_id uuid not null,
  ord int not null,
  kind text not null,
  -- as it was read; never changed
  text text not null,
  -- what a person made of it; null: nothing
  edited text,
  context text[] not null,
  anchor jsonb not null,
  section int not null,
  hash text not null,
  enabled boolean not null default true,
  -- which words of it the index holds
  rev int not null default 1,
  update_user text not null default '',
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, version_id, ord),
  foreign key (tenant_id, version_id) references kb_version on delete cascade
);
create index kb_chunk_of_base on kb_chunk (tenant_id, base_id);
call isolate('kb_chunk');

-- Numbers of documents, laws, taxpayers, vouchers … found exactly.
create table kb_ident (
  tenant_id text not null default current_tenant(),
  kind text not null,
  value text not null,
  chunk_id uuid not null,
  version_id uuid not null,
  primary key (tenant_id, kind, value, chunk_id),
  foreign key (tenant_id, chunk_id) references kb_chunk on delete cascade
);
create index kb_ident_of_chunk on kb_ident (tenant_id, chunk_id);
call isolate('kb_ident');

-- Postings of some chunks (engine/retrieval/segment-bytes.ts). A chunk's entry counts while its number is the chunk's own rev.
create table kb_segment (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  base_id uuid not null,
  chunks int not null,
  bytes bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, base_id) references kb_base on delete cascade
);
create index kb_segment_of_base on kb_segment (tenant_id, base_id, id);
call isolate('kb_segment');

create table kb_vector (
  tenant_id text not null default current_tenant(),
  chunk_id uuid not null,
  model text not null,
  base_id uuid not null,
  version_id uuid not null,
  -- the chunk's rev it was made of
  rev int not null,
  vector bytea not null,
  primary key (tenant_id, chunk_id, model),
  foreign key (tenant_id, chunk_id) references kb_chunk on delete cascade
);
create index kb_vector_of_base on kb_vector (tenant_id, base_id, model);
call isolate('kb_vector');

-- Words that a firm says for others; asked for besides.
create table kb_synonym (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  term text not null,
  means text[] not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, term)
);
create index kb_synonym_newest on kb_synonym (tenant_id, update_time desc, id);
call isolate('kb_synonym');
