-- Documents and their versions take room in the package like files: their bytes, as text, are counted as they come and go. The table
-- counts by itself, so that no way of deleting forgets it. A tenant without a counter yet is counted whole at its first use.
alter table writing_doc add column bytes bigint not null generated always as (octet_length(body::text)) stored;
alter table writing_version add column bytes bigint not null generated always as (octet_length(body::text)) stored;

create function count_writing() returns trigger language plpgsql as $$
declare
  grown bigint := case when tg_op = 'DELETE' then 0 else new.bytes end - case when tg_op = 'INSERT' then 0 else old.bytes end;
begin
  if grown <> 0 then
    update usage_counter set used = greatest(0, used + grown), update_time = now()
      where tenant_id = case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end
        and metric = 'storage_bytes' and period = '';
  end if;
  return null;
end $$;

create trigger count_writing after insert or update of body or delete on writing_doc
  for each row execute function count_writing();
create trigger count_writing after insert or delete on writing_version for each row execute function count_writing();

-- what stands already
update usage_counter c set used = c.used
  + coalesce((select sum(d.bytes) from writing_doc d where d.tenant_id = c.tenant_id), 0)
  + coalesce((select sum(v.bytes) from writing_version v where v.tenant_id = c.tenant_id), 0)
  where c.metric = 'storage_bytes' and c.period = '';
