-- A page of a million lines is found without reading those it does not show.

-- Filters have grown: server/ledger/text-block.ts. A dataset without any is searched line by line.
truncate ledger_text_block;

-- How many lines and between which, without unpacking them; compressing ascending numbers costs more than it saves.
alter table ledger_posting alter column lines set storage external;
alter table ledger_posting
  add column line_count int not null generated always as (cardinality(lines)) stored,
  add column first_line int generated always as (lines[1]) stored,
  add column last_line int generated always as (lines[cardinality(lines)]) stored,
  -- debit less credit after each 64 of the lines: a running balance begins at the one before
  add column marks bigint[] not null default '{}';

-- The owner runs this and is bound by no tenant for as long as it takes.
alter table ledger_line no force row level security;
alter table ledger_posting no force row level security;
update ledger_posting p set marks = balance.marks from (
  select tenant_id, dataset_id, account, period, closing, array_agg(balance order by n) as marks from (
    select q.tenant_id, q.dataset_id, q.account, q.period, q.closing, n,
      (sum(l.debit - l.credit) over (partition by q.tenant_id, q.dataset_id, q.account, q.period, q.closing order by n))::bigint
        as balance
    from ledger_posting q cross join lateral unnest(q.lines) with ordinality as posted (place, n)
    join ledger_line l on l.tenant_id = q.tenant_id and l.dataset_id = q.dataset_id and l.ordinal = place) line
  where n % 64 = 0 group by 1, 2, 3, 4, 5) balance
where (p.tenant_id, p.dataset_id, p.account, p.period, p.closing)
  = (balance.tenant_id, balance.dataset_id, balance.account, balance.period, balance.closing);
alter table ledger_line force row level security;
alter table ledger_posting force row level security;

create index ledger_voucher_amount on ledger_voucher (tenant_id, dataset_id, period, debit);

-- The import knows which sheet gave which month and writes it.
drop function cover_dataset;
