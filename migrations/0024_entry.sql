-- Rows that people enter in the registers of papers, and the adjusting entries of a project.

-- A register somebody has filled, or said to be empty; without a row here nobody has looked at it yet.
create table paper_register (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  register text not null,
  version int not null default 1,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id, register),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('paper_register');

create table paper_entry (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  register text not null,
  row_id text not null,
  sort int not null,
  -- text by column; money in yuan
  cells jsonb not null,
  evidence text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id, register, row_id),
  foreign key (tenant_id, project_id, register) references paper_register on delete cascade
);
create index paper_entry_in_order on paper_entry (tenant_id, project_id, register, sort);
call isolate('paper_entry');

-- 账项调整 AJE and 重分类 RJE. A number is never given twice: what is withdrawn keeps its own.
create table adjustment (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  kind text not null check (kind in ('aje', 'rje')),
  number int not null,
  state text not null default 'proposed' check (state in ('proposed', 'posted', 'withdrawn')),
  summary text not null,
  basis text not null,
  -- whether the client books it; otherwise it stands in the papers only
  booked boolean not null,
  withdrawn_reason text not null default '',
  version int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, project_id, kind, number),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('adjustment');

create table adjustment_line (
  tenant_id text not null default current_tenant(),
  adjustment_id uuid not null,
  line int not null,
  -- standard account
  account text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  primary key (tenant_id, adjustment_id, line),
  foreign key (tenant_id, adjustment_id) references adjustment on delete cascade,
  check ((debit = 0) <> (credit = 0))
);
call isolate('adjustment_line');

-- A paper nobody asked for is computed, since others may read it, but not shown.
alter table paper add column called boolean not null default true;
