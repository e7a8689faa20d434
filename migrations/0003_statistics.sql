-- After a bulk load the planner knows nothing of the new rows until autovacuum comes by, and plans joins over them by
-- guesses that take seconds. The application owns no table, so the owner lends it this one act.
create function analyze_ledger() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze ledger_account, ledger_dimension, ledger_voucher, ledger_line, ledger_statement;
end $$;
revoke all on function analyze_ledger() from public;
grant execute on function analyze_ledger() to digao_app;
