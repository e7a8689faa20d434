-- What a client's files hold beside trial balance, journal and statements: the asset register, last year's return, and
-- the trial balances of single months.

create table ledger_asset (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  code text not null,
  name text not null,
  category text not null,
  kind text not null check (kind in ('fixed', 'intangible', 'prepaid')),
  -- null: the register does not say
  start_date date,
  cost bigint,
  months int,
  -- share of cost, exact decimal text
  residual_rate text,
  method text not null,
  year_charge bigint,
  accumulated bigint,
  impairment bigint,
  net bigint,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, ordinal),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_asset');

create table ledger_return (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  ordinal int not null,
  -- A105060.13.1
  cell text not null,
  -- fen; null for rates, counts and words, which stand in shown
  amount bigint,
  shown text not null,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, ordinal),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_return');

create table ledger_month (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  period char(2) not null,
  account text not null,
  opening bigint not null,
  debit bigint not null,
  credit bigint not null,
  closing bigint not null,
  origin_file int not null,
  origin_sheet text not null,
  origin_row int not null,
  primary key (tenant_id, dataset_id, account, period),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_month');
