-- A tenant may live on another PostgreSQL server. The first server keeps the directory (tenant, datasource); what all tenants
-- share (rows of 000000 in tables with the policy shared_rows) is copied to the others whenever it changes.

/* A tenant that has left this server: whoever still looks for it here is turned away, so nothing is ever written where it no longer lives. */
create table tenant_away (
  tenant_id text primary key,
  -- null: it is gone; else it is about to leave, and starts no new jobs until then
  until timestamptz
);
call isolate('tenant_away');
revoke insert, update, delete on tenant_away from digao_app;

/* Has a value once a tenant has left: until then nobody need look whether his has. Reading it is a tenth of the look. */
create sequence tenant_departures;
grant select on sequence tenant_departures to digao_app;
grant usage on sequence tenant_departures to digao_platform;
create function count_departure() returns trigger language plpgsql as $$
begin
  perform nextval('tenant_departures');
  return new;
end $$;
create trigger count_departure before insert on tenant_away for each row execute function count_departure();

/*
 * Opens a tenant's transaction. Holds a shared lock of the tenant until it ends; who moves the tenant takes the exclusive one.
 * While that is held or asked for, DG002; where the tenant no longer lives, DG001. A procedure, since CALL needs no plan.
 */
create procedure enter_tenant(tenant text, actor text) language plpgsql as $$
declare
  done text;
begin
  done := set_config('app.tenant', tenant, true);
  done := set_config('app.user', actor, true);
  if not pg_try_advisory_xact_lock_shared(hashtextextended('tenant ' || tenant, 0)) then
    raise exception 'tenant % is being moved', tenant using errcode = 'DG002';
  end if;
  -- two conditions, not one: the first is then reckoned without the executor
  if pg_sequence_last_value('tenant_departures') is not null then
    if exists (select from tenant_away where tenant_id = tenant and until is null) then
      raise exception 'tenant % does not live here', tenant using errcode = 'DG001';
    end if;
  end if;
end $$;

/* Processes keep in memory where tenants live and bring shared rows to the other servers: they hear of what changed. */
create function tell_directory() returns trigger language plpgsql as $$
declare
  now_so jsonb := case tg_op when 'DELETE' then '{}' else to_jsonb(new) end;
  was_so jsonb := case tg_op when 'INSERT' then '{}' else to_jsonb(old) end;
begin
  if now_so -> 'datasource_id' is distinct from was_so -> 'datasource_id' or tg_table_name = 'datasource' then
    perform pg_notify('digao_directory', 'places');
  elsif '000000' in (now_so ->> 'tenant_id', was_so ->> 'tenant_id') or now_so ->> 'datasource_id' is not null then
    perform pg_notify('digao_directory', 'shared');
  end if;
  return null;
end $$;
create trigger tell_directory after insert or update or delete on tenant for each row execute function tell_directory();
create trigger tell_directory after update of host, port, database_name, username, password_encrypted, state on datasource
  for each row execute function tell_directory();
create index tenant_of_datasource on tenant (datasource_id) where datasource_id is not null;
create index datasource_newest on datasource (tenant_id, create_time desc, id) where is_deleted = 0;

/* The owner moves a tenant's rows, naming it as everybody does. */
create procedure let_owner_move(tab regclass, shared boolean) language plpgsql as $$
begin
  execute format('create policy moved_rows on %s to digao_owner using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', tab);
  if shared then
    execute format('create trigger tell_directory after insert or update or delete on %s for each row execute function tell_directory()', tab);
  end if;
end $$;

do $$
declare
  tab record;
begin
  for tab in select c.oid::regclass as name, exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'shared_rows') as shared
    from pg_class c where c.relkind = 'r' and c.relforcerowsecurity and c.relnamespace = 'public'::regnamespace
  loop
    call let_owner_move(tab.name, tab.shared);
  end loop;
end $$;

create or replace procedure isolate(tab regclass, shared text default null) language plpgsql as $$
declare
  mine text := 'tenant_id = (select current_tenant())';
  seen text := coalesce('(' || mine || ' or ' || shared || ')', mine);
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format('create policy own_rows on %s to digao_app using (%s) with check (%s)', tab, mine, mine);
  if shared is not null then
    execute format('create policy shared_rows on %s for select to digao_app using (%s)', tab, seen);
  end if;
  execute format('create policy all_rows on %s to digao_platform using (true) with check (true)', tab);
  execute format('grant select, insert, update, delete on %s to digao_app, digao_platform', tab);
  call let_owner_move(tab, shared is not null);
end $$;

-- A project names its dataset and its generation, which name the project: to move both, one of the references waits.
alter table firm_project alter constraint firm_project_tenant_id_dataset_id_fkey deferrable initially immediate;
alter table firm_project alter constraint firm_project_tenant_id_generation_id_fkey deferrable initially immediate;
