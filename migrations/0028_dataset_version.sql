-- Ledgers as versions: what was answered about a client's columns, how two versions differ, which sheet gave which month;
-- and what a client brings along from earlier years.

-- What a person said about a column of a client's export, used again for the next file of the same layout.
create table column_memory (
  tenant_id text not null default current_tenant(),
  enterprise_id uuid not null,
  -- engine/ledger/column-signature.ts
  layout text not null,
  column_key text not null,
  role text not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, enterprise_id, layout, column_key),
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
call isolate('column_memory');

-- Two versions compared. Neither changes once it is verified, so this is made once.
create table dataset_diff (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  against_id uuid not null,
  job_id uuid not null,
  state text not null default 'running' check (state in ('running', 'ready')),
  create_time timestamptz not null default now(),
  primary key (tenant_id, dataset_id, against_id),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade,
  foreign key (tenant_id, against_id) references dataset on delete cascade
);
create index dataset_diff_against on dataset_diff (tenant_id, against_id);
call isolate('dataset_diff');

create table dataset_diff_row (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  against_id uuid not null,
  kind text not null check (kind in ('file', 'account', 'voucher', 'statement')),
  key text not null,
  change text not null check (change in ('added', 'removed', 'changed')),
  name text not null,
  -- figures by name, fen as text; null: it is not in that version
  before jsonb,
  after jsonb,
  primary key (tenant_id, dataset_id, against_id, kind, key),
  foreign key (tenant_id, dataset_id, against_id) references dataset_diff on delete cascade
);
call isolate('dataset_diff_row');

-- Which sheet gave how much of which month.
create table dataset_coverage (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  file_no int not null,
  sheet text not null,
  period char(2) not null,
  lines int not null,
  debit bigint not null,
  credit bigint not null,
  -- of ledger_line
  ordinals int4multirange not null,
  primary key (tenant_id, dataset_id, file_no, sheet, period),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('dataset_coverage');

-- Runs with the caller's rights.
create function cover_dataset(of_dataset uuid) returns void language sql as $$
  insert into dataset_coverage (tenant_id, dataset_id, file_no, sheet, period, lines, debit, credit, ordinals)
  select l.tenant_id, l.dataset_id, l.origin_file, l.origin_sheet, v.period, count(*), sum(l.debit), sum(l.credit),
    range_agg(int4range(l.ordinal, l.ordinal + 1))
  from ledger_line l
  join ledger_voucher v on v.tenant_id = l.tenant_id and v.dataset_id = l.dataset_id and v.ordinal = l.voucher
  where l.dataset_id = of_dataset
  group by 1, 2, 3, 4, 5
  on conflict do nothing
$$;

alter table ledger_line no force row level security;
alter table ledger_voucher no force row level security;
alter table dataset no force row level security;
alter table dataset_coverage no force row level security;
select cover_dataset(id) from dataset where state in ('verified', 'active', 'superseded');
alter table ledger_line force row level security;
alter table ledger_voucher force row level security;
alter table dataset force row level security;
alter table dataset_coverage force row level security;

-- Figures of a client's filed return of a year: what its file says, and what a person put in its place.
create table enterprise_carry (
  tenant_id text not null default current_tenant(),
  enterprise_id uuid not null,
  year int not null,
  -- A105060.13.1
  cell text not null,
  -- fen; null: no file says it
  read_amount bigint,
  -- file, sheet and row
  read_from text not null default '',
  -- null: nobody decided otherwise
  hand_amount bigint,
  evidence text not null default '',
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, enterprise_id, year, cell),
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
call isolate('enterprise_carry');

-- Closing balances of a year before the first project, from the client's trial balance.
create table enterprise_opening (
  tenant_id text not null default current_tenant(),
  enterprise_id uuid not null,
  year int not null,
  code text not null,
  name text not null,
  full_name text not null,
  leaf boolean not null,
  -- debit positive
  closing bigint not null,
  primary key (tenant_id, enterprise_id, year, code),
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
call isolate('enterprise_opening');

-- A file handed over for a client's earlier year, and what came of reading it.
create table enterprise_reading (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  enterprise_id uuid not null,
  year int not null,
  file_id uuid not null,
  job_id uuid,
  cells int not null default 0,
  accounts int not null default 0,
  -- sheets with kind and evidence, as dataset_file.sheets
  sheets jsonb not null default '[]',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise,
  foreign key (tenant_id, file_id) references file
);
create index enterprise_reading_of on enterprise_reading (tenant_id, enterprise_id, year, create_time desc);
call isolate('enterprise_reading');
