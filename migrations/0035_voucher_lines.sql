-- The lines of a voucher and of an account are always reached by their places. Without the fences (`offset 0`) a caller's further
-- conditions and its `limit` are pushed down, and the planner, taking a line for found at once, reads all vouchers or the whole
-- journal once per row of the caller's.
create or replace function voucher_lines(of_dataset uuid, of_voucher int) returns setof ledger_line language sql stable as $$
  select l.* from (select tenant_id, lines from ledger_voucher
    where dataset_id = of_dataset and ordinal = of_voucher offset 0) v
  cross join lateral unnest(v.lines) as part
  cross join lateral (select * from ledger_line
    where tenant_id = v.tenant_id and dataset_id = of_dataset and ordinal >= lower(part) and ordinal < upper(part) offset 0) l
$$;
create or replace function account_lines(of_dataset uuid, of_account text) returns setof ledger_line language sql stable as $$
  select l.* from (select tenant_id, lines from ledger_posting
    where dataset_id = of_dataset and account = of_account offset 0) p
  cross join lateral unnest(p.lines) as place
  cross join lateral (select * from ledger_line
    where tenant_id = p.tenant_id and dataset_id = of_dataset and ordinal = place offset 0) l
$$;
