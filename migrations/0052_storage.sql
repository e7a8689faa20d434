-- Where files lie and how: stores beside the deployment's own, keys of tenants, what the scrub and the virus scanner found.

-- A store that the platform's administrator added. The one of the environment has no row: it is called 'home'.
create table object_store (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  kind text not null check (kind in ('disk', 's3')),
  -- of a disk
  folder text not null default '',
  -- of S3
  bucket text not null default '',
  endpoint text not null default '',
  region text not null default '',
  access_key_id text not null default '',
  secret_encrypted text not null default '',
  -- what is new goes here, unless a data source says otherwise
  is_default boolean not null default false,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
create unique index object_store_name_once on object_store (tenant_id, name);
create unique index object_store_one_default on object_store (tenant_id) where is_default;
call isolate('object_store');

-- Tenants of a data source may have their files elsewhere than the rest: 'home', a store's id, or empty for as the platform.
alter table datasource add column store text not null default '';

/* Processes keep in memory where files go. */
create function tell_stores() returns trigger language plpgsql as $$
begin
  perform pg_notify('digao_store', '');
  return null;
end $$;
create trigger tell_stores after insert or update or delete on object_store for each statement execute function tell_stores();
create trigger tell_stores after update of store on datasource for each statement execute function tell_stores();

-- A tenant's keys for its files, sealed by the deployment's secrets; the newest seals, each opens what it sealed.
create table blob_key (
  tenant_id text not null default current_tenant() references tenant,
  version int not null check (version > 0),
  sealed_key text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, version)
);
call isolate('blob_key');

alter table blob
  -- 'home' or the id of an object_store
  add column store text not null default 'home',
  -- the version of the tenant's key it lies sealed under; 0: plain
  add column sealed int not null default 0,
  add column checked_time timestamptz,
  -- bits: not what was stored; missing: not there
  add column damage text not null default '' check (damage in ('', 'bits', 'missing')),
  add column damage_time timestamptz,
  -- none: no scanner was on; waiting: it was away; large: over its limit
  add column scan text not null default 'none' check (scan in ('none', 'clean', 'waiting', 'large', 'infected')),
  add column virus text not null default '',
  add column scan_time timestamptz;
-- the scrub takes what was not looked at for longest
create index blob_of_scrub on blob (tenant_id, checked_time nulls first, sha256);
create index blob_of_place on blob (tenant_id, store, sealed);
create index blob_to_tell on blob (tenant_id, sha256) where damage <> '' or scan in ('waiting', 'infected');

-- Objects that nothing names since their content was moved: readers that began before may still use them, so they go a while later.
create table blob_leftover (
  tenant_id text not null default current_tenant() references tenant,
  store text not null,
  storage_key text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, store, storage_key)
);
call isolate('blob_leftover');
