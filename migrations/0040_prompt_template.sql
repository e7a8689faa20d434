-- Prompt templates in versions, whose favourites they are, and how often they were filled in. Those of 000000 are the product's.

create table prompt_template (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  -- system: of 000000, read by all tenants; firm: everybody's; personal: its maker's alone
  scope text not null check (scope in ('personal', 'firm', 'system')),
  -- what the product ships goes by its code; it is renewed with the product until somebody changes it (revision 1)
  code text not null default '',
  category text not null,
  name text not null,
  name_en text not null default '',
  says text not null default '',
  says_en text not null default '',
  -- the draft: what whoever may change it is working on
  body text not null,
  variables jsonb not null default '[]',
  -- whether the draft is something else than the published version
  drafted boolean not null default true,
  -- the published version; 0: none
  version int not null default 0,
  revision int not null default 1,
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((scope = 'system') = (tenant_id = '000000'))
);
create unique index prompt_template_code on prompt_template (tenant_id, code) where code <> '';
create unique index prompt_template_name on prompt_template (tenant_id, scope, name, (case scope when 'personal' then create_user else '' end))
  where is_deleted = 0;
create index prompt_template_newest on prompt_template (tenant_id, update_time desc, id) where is_deleted = 0;
call isolate('prompt_template', 'tenant_id = ''000000''');

-- What was published, never changed afterwards.
create table prompt_version (
  tenant_id text not null default current_tenant(),
  template_id uuid not null,
  version int not null,
  body text not null,
  variables jsonb not null,
  note text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references prompt_template on delete cascade
);
call isolate('prompt_version', 'tenant_id = ''000000''');

create table prompt_favourite (
  tenant_id text not null default current_tenant() references tenant,
  user_id text not null default current_actor(),
  template_id uuid not null,
  -- one of the product's, not of the tenant's
  shared boolean not null default false,
  own_id uuid generated always as (case when not shared then template_id end) stored,
  system_id uuid generated always as (case when shared then template_id end) stored,
  system_tenant text not null generated always as ('000000') stored,
  primary key (tenant_id, user_id, template_id),
  foreign key (tenant_id, own_id) references prompt_template on delete cascade,
  foreign key (system_tenant, system_id) references prompt_template on delete cascade
);
create index prompt_favourite_own on prompt_favourite (tenant_id, own_id) where own_id is not null;
create index prompt_favourite_system on prompt_favourite (system_tenant, system_id) where system_id is not null;
call isolate('prompt_favourite');

-- How often the tenant's people filled a template in.
create table prompt_use (
  tenant_id text not null default current_tenant() references tenant,
  template_id uuid not null,
  -- one of the product's, not of the tenant's
  shared boolean not null default false,
  own_id uuid generated always as (case when not shared then template_id end) stored,
  system_id uuid generated always as (case when shared then template_id end) stored,
  system_tenant text not null generated always as ('000000') stored,
  uses int not null default 1,
  last_time timestamptz not null default now(),
  primary key (tenant_id, template_id),
  foreign key (tenant_id, own_id) references prompt_template on delete cascade,
  foreign key (system_tenant, system_id) references prompt_template on delete cascade
);
create index prompt_use_own on prompt_use (tenant_id, own_id) where own_id is not null;
create index prompt_use_system on prompt_use (system_tenant, system_id) where system_id is not null;
call isolate('prompt_use');
