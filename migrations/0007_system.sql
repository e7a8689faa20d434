-- Menus, dictionaries, parameters, regions and clients as the platform keeps them.

alter table menu
  -- 0: kept for those who refer to it, shown to nobody
  add column status int not null default 1 check (status in (0, 1)),
  -- what a button stands for; empty: nothing but the menu it is in
  add column grant_name text not null default '',
  add column version int not null default 1,
  add foreign key (tenant_id, parent_id) references menu;

alter table top_menu
  add column status int not null default 1 check (status in (0, 1)),
  add column version int not null default 1,
  add column update_time timestamptz not null default now();
create index top_menu_by_sort on top_menu (tenant_id, sort, id) where is_deleted = 0;

alter table dict
  add column color text not null default '',
  -- 1: neither removed nor given another key
  add column is_sealed int not null default 0 check (is_sealed in (0, 1)),
  add column version int not null default 1,
  add column update_time timestamptz not null default now(),
  add foreign key (tenant_id, parent_id) references dict;
create index dict_roots on dict (tenant_id, sort, code) where is_deleted = 0 and dict_key = '-1';
create index dict_of_parent on dict (tenant_id, parent_id, sort) where is_deleted = 0;

/* The platform's row of a key says what the parameter is and what it is unless a tenant says otherwise; a tenant's row only its value. */
alter table param
  alter column param_value drop not null,
  add column param_name text not null default '',
  add column name_en text not null default '',
  add column remark_en text not null default '',
  add column param_type text not null default 'text' check (param_type in ('text', 'number', 'boolean', 'choice', 'json', 'secret')),
  add column choices text[] not null default '{}',
  add column default_value text not null default '',
  add column lowest double precision,
  add column highest double precision,
  -- any signed-in person may read its value
  add column is_public boolean not null default false,
  -- a tenant may have its own value
  add column tenant_override boolean not null default false,
  -- the product reads it: it cannot be removed, and its kind is the product's
  add column built_in boolean not null default false,
  add column sort int not null default 0,
  add column version int not null default 1,
  add column update_user text not null default current_actor(),
  add column update_time timestamptz not null default now();
create index param_by_sort on param (tenant_id, sort, param_key);

-- Administrative divisions (GB/T 2260), the platform's; every tenant reads them.
create table region (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  parent_id uuid,
  code text not null check (code ~ '^[0-9]{6,12}$'),
  name text not null,
  name_en text not null default '',
  -- 1 province, 2 prefecture, 3 county, 4 township
  level int not null check (level between 1 and 4),
  sort int not null default 0,
  remark text not null default '',
  version int not null default 1,
  update_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references region
);
create unique index region_code_once on region (tenant_id, code) where is_deleted = 0;
create index region_of_parent on region (tenant_id, parent_id, sort, code) where is_deleted = 0;
call isolate('region', 'tenant_id = ''000000''');

-- Programs that may ask for tokens. Without a hash its secret is the deployment's own (secrets.json).
create table client (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  client_id text not null check (client_id ~ '^[0-9A-Za-z_.-]{2,64}$'),
  client_name text not null default '',
  -- sha256 of a secret that was made here, 192 random bits
  secret_hash bytea,
  grant_types text[] not null default '{}',
  -- null: the deployment's
  access_seconds int check (access_seconds between 60 and 86400),
  refresh_seconds int check (refresh_seconds between 300 and 7776000),
  redirect_uris text[] not null default '{}',
  status int not null default 1 check (status in (0, 1)),
  remark text not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index client_id_once on client (tenant_id, client_id) where is_deleted = 0;
create index client_newest on client (tenant_id, create_time desc, id) where is_deleted = 0;
call isolate('client');
