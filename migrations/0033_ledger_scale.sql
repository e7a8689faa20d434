-- A journal of a million lines is inserted in a third of the time without secondary indexes on its lines. What they were
-- for is kept in aggregates that the import knows anyway: which lines a voucher has, which an account has by month, and
-- which pairs of characters stand in a block of lines.

drop index ledger_line_of_account;
drop index ledger_line_of_voucher;

-- lines: ordinals of ledger_line; debit: their sum
alter table ledger_voucher
  add column lines int4multirange not null default '{}',
  add column debit bigint not null default 0;

-- What an account was posted in a month, with and without closing vouchers (结转损益).
create table ledger_posting (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  account text not null,
  period char(2) not null,
  closing boolean not null,
  -- ordinals of ledger_line, ascending
  lines int[] not null,
  debit bigint not null,
  credit bigint not null,
  primary key (tenant_id, dataset_id, account, period, closing),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
call isolate('ledger_posting');

-- A Bloom filter over the pairs of characters in the summaries of 128 consecutive lines; server/ledger/text-block.ts.
create table ledger_text_block (
  tenant_id text not null default current_tenant(),
  dataset_id uuid not null,
  block int not null,
  grams bytea not null,
  primary key (tenant_id, dataset_id, block),
  foreign key (tenant_id, dataset_id) references dataset on delete cascade
);
alter table ledger_text_block alter column grams set storage plain;
call isolate('ledger_text_block');

-- The owner runs this and is bound by no tenant for as long as it takes.
alter table ledger_line no force row level security;
alter table ledger_voucher no force row level security;
alter table ledger_posting no force row level security;
create temp table lines_of_voucher on commit drop as
  select tenant_id, dataset_id, voucher, range_agg(int4range(ordinal, ordinal + 1)) as lines, sum(debit)::bigint as debit
  from ledger_line group by 1, 2, 3;
update ledger_voucher v set lines = l.lines, debit = l.debit from lines_of_voucher l
  where l.tenant_id = v.tenant_id and l.dataset_id = v.dataset_id and l.voucher = v.ordinal;
insert into ledger_posting
  select l.tenant_id, l.dataset_id, l.account, v.period, v.closing, array_agg(l.ordinal order by l.ordinal),
    sum(l.debit), sum(l.credit)
  from ledger_line l join ledger_voucher v on v.tenant_id = l.tenant_id and v.dataset_id = l.dataset_id and v.ordinal = l.voucher
  group by 1, 2, 3, 4, 5;
alter table ledger_line force row level security;
alter table ledger_voucher force row level security;
alter table ledger_posting force row level security;

-- The lines of a voucher and of an account, through the primary key. Both run with the caller's rights.
create function voucher_lines(of_dataset uuid, of_voucher int) returns setof ledger_line language sql stable as $$
  select l.* from ledger_voucher v
  cross join lateral unnest(v.lines) as part
  join ledger_line l on l.tenant_id = v.tenant_id and l.dataset_id = of_dataset
    and l.ordinal >= lower(part) and l.ordinal < upper(part)
  where v.dataset_id = of_dataset and v.ordinal = of_voucher
$$;
create function account_lines(of_dataset uuid, of_account text) returns setof ledger_line language sql stable as $$
  select l.* from ledger_posting p
  cross join lateral unnest(p.lines) as place
  join ledger_line l on l.tenant_id = p.tenant_id and l.dataset_id = of_dataset and l.ordinal = place
  where p.dataset_id = of_dataset and p.account = of_account
$$;

create or replace function analyze_ledger() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze ledger_account, ledger_dimension, ledger_voucher, ledger_line, ledger_statement, ledger_posting, ledger_text_block;
end $$;
