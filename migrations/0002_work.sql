-- The main job: firm, client enterprise, project, and everything from its ledger to its papers.

create table firm (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  firm_name text not null,
  credit_code text not null default '',
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  website jsonb not null default '{}',
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
call isolate('firm');

create table firm_enterprise (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  firm_id uuid not null,
  enterprise_name text not null,
  credit_code text not null,
  industry text not null default '',
  accounting_standard text not null default 'cas' check (accounting_standard in ('cas', 'small')),
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  remark text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, firm_id) references firm
);
create unique index firm_enterprise_code_once on firm_enterprise (tenant_id, credit_code) where is_deleted = 0;
create index firm_enterprise_newest on firm_enterprise (tenant_id, update_time desc) where is_deleted = 0;
call isolate('firm_enterprise');

create table enterprise_member (
  tenant_id text not null default current_tenant(),
  enterprise_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, enterprise_id, user_id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise,
  foreign key (tenant_id, user_id) references app_user
);
call isolate('enterprise_member');

create table firm_project (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  firm_id uuid not null,
  enterprise_id uuid not null,
  project_name text not null,
  year int not null check (year between 1900 and 2099),
  category int not null,
  workpaper_template_id text not null default '',
  owner text not null default current_actor(),
  create_user text not null default current_actor(),
  create_dept text not null default '',
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  status int not null default 1,
  version int not null default 1,
  is_deleted int not null default 0,
  -- the dataset that counts, and the generation that shows
  dataset_id uuid,
  generation_id uuid,
  relation_version int not null default 0,
  relation_locked_by text not null default '',
  relation_locked_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, firm_id) references firm,
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
create unique index firm_project_name_once on firm_project (tenant_id, enterprise_id, project_name, year) where is_deleted = 0;
create index firm_project_newest on firm_project (tenant_id, update_time desc) where is_deleted = 0;
create index firm_project_of_enterprise on firm_project (tenant_id, enterprise_id, update_time desc) where is_deleted = 0;
call isolate('firm_project');

create table project_member (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, project_id, user_id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, user_id) references app_user
);
call isolate('project_member');

-- A versioned import. staging rows are invisible to everyone; a killed import leaves nothing but a failed row.
create table dataset (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  project_id uuid not null,
  version int not null,
  state text not null default 'staging' check (state in ('staging', 'staged', 'verified', 'active', 'superseded', 'failed')),
  year int not null,
  standard text not null default 'cas' check (standard in ('cas', 'small')),
  -- counts, sums, date range, sha256 of the files: the completeness statement
  summary jsonb not null default '{}',
  -- the tie-out report: checks, differences, coverage
  report jsonb not null default '{}',
  blocking int not null default 0,
  warnings int not null default 0,
  job_id uuid,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, project_id, version),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('dataset');

create table dataset_file (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  -- the number that origins name
  file_no int not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  container text not null default '',
  encoding text not null default '',
  -- per sheet: kind, evidence, header rows, column roles with evidence, period votes, row counts by class
  sheets jsonb not null default '[]',
  primary key (tenant_id, dataset_id, file_no),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade,
  foreign key (tenant_id, file_id) references file
);
call isolate('dataset_file');

create table ledger_account (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  -- 'current' or 'prior': this year's trial balance or last year's
  period text not null check (period in ('current', 'prior')),
  code text not null,
  printed text not null,
  name text not null,
  full_name text not null,
  level int not null,
  parent text,
  leaf boolean not null,
  opening bigint not null,
  debit bigint not null,
  credit bigint not null,
  closing bigint not null,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, period, code),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_account');

create table ledger_dimension (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  account text not null,
  kind text not null,
  code text not null,
  name text not null,
  opening bigint not null,
  debit bigint not null,
  credit bigint not null,
  closing bigint not null,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, ordinal),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_dimension');

create table ledger_voucher (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  key text not null,
  period char(2) not null,
  date date not null,
  word text not null,
  number int not null,
  closing boolean not null default false,
  -- No foreign key to dataset, here and in ledger_line: a check per row is two fifths of the time to insert a journal. Who
  -- writes these holds the dataset's row meanwhile, who deletes a dataset deletes them first.
  primary key (tenant_id, dataset_id, ordinal)
);
create index ledger_voucher_key on ledger_voucher (tenant_id, dataset_id, key);
call isolate('ledger_voucher');

create table ledger_line (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  -- the line's ordinal in the journal: what provenance names
  ordinal int not null,
  voucher int not null,
  line int not null,
  account text not null,
  summary text not null,
  debit bigint not null,
  credit bigint not null,
  dimension text not null default '',
  maker text not null default '',
  checker text not null default '',
  posted boolean not null default true,
  voided boolean not null default false,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, ordinal)
);
create index ledger_line_of_account on ledger_line (tenant_id, dataset_id, account, ordinal);
create index ledger_line_of_voucher on ledger_line (tenant_id, dataset_id, voucher);
call isolate('ledger_line');

create table ledger_statement (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  kind text not null check (kind in ('balance_sheet', 'income_statement')),
  name text not null,
  current bigint,
  prior bigint,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, ordinal),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_statement');

-- Every row of a file that was not taken, with its reason.
create table ledger_dropped (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  reason text not null,
  shown text not null,
  primary key (tenant_id, dataset_id, ordinal),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_dropped');

-- The relation bill: client account -> standard account and tax tags. Belongs to the project, outlives a re-import.
create table relation_account (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  code text not null,
  name text not null,
  standard text not null default '',
  -- what its amounts are for the return (tax nature), and the detail tags that statement lines ask for
  nature text not null default '',
  tags text[] not null default '{}',
  status text not null check (status in ('auto', 'pending', 'accepted', 'changed')),
  -- 0 to 1000
  confidence int not null,
  evidence jsonb not null default '[]',
  decided_by text not null default '',
  decided_time timestamptz,
  primary key (tenant_id, project_id, code),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('relation_account');

-- A journal line whose nature differs from its account's.
create table relation_line (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  voucher_key text not null,
  line int not null,
  -- what the decision was about: it holds for another dataset's line only while these are the same
  account text not null,
  summary text not null,
  tag text not null,
  status text not null check (status in ('auto', 'pending', 'accepted', 'changed', 'rejected')),
  confidence int not null,
  evidence jsonb not null default '[]',
  decided_by text not null default '',
  decided_time timestamptz,
  primary key (tenant_id, project_id, voucher_key, line),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('relation_line');

-- What papers ask of a person: paid after year end, receipts held, fair values …
create table project_param (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  name text not null,
  value jsonb not null,
  evidence text not null default '',
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id, name),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('project_param');

-- One run of generation: pure in dataset, relation, rule pack and parameters, so it is named by their hash.
create table generation (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  dataset_id uuid not null,
  relation_version int not null,
  rule_pack text not null,
  params_hash text not null,
  input_hash text not null,
  result_hash text not null,
  cells int not null,
  missing int not null,
  errors int not null,
  -- parameters that its formulas ask for, with papers and what the books suggest
  wanted jsonb not null,
  -- statement lines recomputed: amounts, standard accounts and lines they sum
  statement jsonb not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, dataset_id) references dataset
);
create index generation_of_project on generation (tenant_id, project_id, create_time desc);
call isolate('generation');

create table paper (
  tenant_id text not null default current_tenant(),
  generation_id uuid not null,
  paper_id text not null,
  sort int not null,
  -- zh and en
  name jsonb not null,
  sheet jsonb not null,
  primary key (tenant_id, generation_id, paper_id),
  foreign key (tenant_id, generation_id) references generation on delete cascade
);
call isolate('paper');

create table paper_cell (
  tenant_id text not null default current_tenant(),
  generation_id uuid not null,
  -- paper.key or paper.key@row
  cell text not null,
  paper_id text not null,
  ordinal int not null,
  status text not null check (status in ('ok', 'stale', 'missing', 'error', 'overridden')),
  unit text not null,
  -- exact decimal text; fen for money
  value text,
  provenance jsonb not null,
  primary key (tenant_id, generation_id, cell),
  foreign key (tenant_id, generation_id) references generation on delete cascade
);
create index paper_cell_of_paper on paper_cell (tenant_id, generation_id, paper_id, ordinal);
call isolate('paper_cell');

-- One reading of the ledger inside a cell's formula, with the very rows it read: drill-down and its inverse.
create table paper_atom (
  tenant_id text not null default current_tenant(),
  generation_id uuid not null,
  cell text not null,
  ordinal int not null,
  -- a balance stands on accounts, a turnover on journal lines
  balance boolean not null,
  accounts text[] not null,
  -- ordinals of ledger_line
  lines int4multirange not null,
  -- predicate, row count, sum in fen, hash of the rows
  atom jsonb not null,
  primary key (tenant_id, generation_id, cell, ordinal),
  foreign key (tenant_id, generation_id, cell) references paper_cell on delete cascade
);
call isolate('paper_atom');

alter table firm_project add foreign key (tenant_id, dataset_id) references dataset;
alter table firm_project add foreign key (tenant_id, generation_id) references generation;
