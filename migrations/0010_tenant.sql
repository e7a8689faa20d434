-- Tenants as the platform administers them: found by the host of their domain, warned before they expire, limited in what they use.

alter table tenant
  -- the normalised host of `domain`: lower case, punycode, with a port only where one is needed
  add column domain_host text not null default '',
  -- the last warning sent before the tenant expires, in days; null: none yet for this date
  add column warned_days int,
  add column version int not null default 1,
  -- the name, where no other tenant may have it; null only for those that were there before with a name already taken
  add column name_once text;
update tenant set domain_host = lower(substring(domain from '^(?:https?://)?([^/?#\\@]+)')) where domain ~ '^(https?://)?[^/?#\\@]+';
create unique index tenant_of_host on tenant (domain_host) where domain_host <> '' and is_deleted = 0;
update tenant set name_once = tenant_name where tenant_id in (select distinct on (tenant_name) tenant_id from tenant order by tenant_name, create_time);
create unique index tenant_name_once on tenant (name_once) where is_deleted = 0;
create index tenant_newest on tenant (create_time desc, tenant_id) where is_deleted = 0;
create index tenant_of_package on tenant (package_id) where package_id is not null;
create index tenant_expiry on tenant (expire_time) where is_deleted = 0 and expire_time is not null;
create trigger tell_removed after update of is_deleted on tenant for each row execute function tell_sessions('everyone');

create index allowance_newest on allowance (tenant_id, create_time desc, id);
create index firm_by_name on firm (tenant_id, firm_name) where is_deleted = 0;

/* How much of a metric the transaction's tenant may have: its package, its own number of seats, what it has on top. Null is no limit. */
create function limit_of(wanted text) returns bigint language sql stable as $$
  select coalesce(
      case when wanted = 'seat' and account_number >= 0 then account_number end,
      (select amount from package_limit p
        where p.tenant_id = '000000' and p.package_id = tenant.package_id and p.metric = wanted))
    + coalesce((select sum(amount) from allowance a
        where a.tenant_id = tenant.tenant_id and a.metric = wanted and a.effective_time <= now() and a.void_time is null
          and (a.expire_time is null or a.expire_time > now())), 0)::bigint
  from tenant where tenant_id = current_tenant()
$$;
