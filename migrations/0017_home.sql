-- What the homes count: when a client left.

alter table firm_enterprise add column left_time timestamptz;
create function keep_left_time() returns trigger language plpgsql as $$
begin
  new.left_time := case when new.status = 'left' then coalesce(new.left_time, now()) end;
  return new;
end $$;
create trigger left_time before insert or update of status on firm_enterprise for each row execute function keep_left_time();

create index firm_enterprise_left on firm_enterprise (tenant_id, left_time) where is_deleted = 0 and left_time is not null;
create index firm_enterprise_begun on firm_enterprise (tenant_id, create_time) where is_deleted = 0;
create index login_log_who on login_log (create_time, user_id) where result = 'ok';
create index error_log_when on error_log (create_time);
