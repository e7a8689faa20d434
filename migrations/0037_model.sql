-- Models: services of a tenant or, in 000000, the platform's; which of them answers which task; what was asked and what it cost.

create table model_endpoint (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  -- key of facts/model-presets.json
  preset text not null default '',
  base_url text not null,
  style text not null default 'openai' check (style in ('openai', 'azure')),
  api_version text not null default '',
  key_encrypted text not null default '',
  -- the last four characters, of a key long enough to keep them
  key_tail text not null default '',
  -- stands inside the house: what goes there is not masked
  inside boolean not null default false,
  -- only of 000000: the tenants it is offered to
  offered text not null default 'none' check (offered in ('none', 'all', 'chosen')),
  offered_to text[] not null default '{}',
  models text[] not null default '{}',
  -- how long it may take: to be reached, to the first word, between two, altogether
  connect_seconds int not null default 5,
  first_seconds int not null default 60,
  between_seconds int not null default 30,
  whole_seconds int not null default 120,
  status int not null default 1 check (status in (0, 1)),
  remark text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create index model_endpoint_newest on model_endpoint (tenant_id, update_time desc, id) where is_deleted = 0;
create unique index model_endpoint_name on model_endpoint (tenant_id, name) where is_deleted = 0;
call isolate('model_endpoint');

create table model_route (
  tenant_id text not null default current_tenant() references tenant,
  task text not null check (task in ('chat', 'write', 'propose', 'title', 'embed', 'rerank', 'vision')),
  position int not null,
  -- not both; the platform's lies on the main server, where a tenant of another server cannot refer to it
  endpoint_id uuid,
  platform_endpoint_id uuid,
  model text not null,
  -- tokens of an answer
  max_output int not null default 4096,
  -- of the whole task: every row of a task carries the same
  version int not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, task, position),
  check (endpoint_id is null or platform_endpoint_id is null),
  foreign key (tenant_id, endpoint_id) references model_endpoint
);
create index model_route_of_endpoint on model_route (tenant_id, endpoint_id);
call isolate('model_route');

-- One time a model was asked. It is written before anything leaves, with what was reserved, and closed with what it really took.
create table model_use (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  task text not null,
  purpose text not null,
  project_id uuid,
  endpoint text not null default '',
  -- the platform's service, not the tenant's own
  platform boolean not null default false,
  model text not null default '',
  -- tokens taken from the month while it runs; 0 once it is closed
  reserved int not null default 0,
  input_tokens int not null default 0,
  output_tokens int not null default 0,
  -- the service reported no count
  estimated boolean not null default false,
  outcome text not null default 'open' check (outcome in ('open', 'done', 'stopped', 'failed', 'lost')),
  fault text not null default '',
  first_ms int,
  whole_ms int,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project
);
create index model_use_newest on model_use (tenant_id, create_time desc, id);
create index model_use_of_project on model_use (tenant_id, project_id, create_time desc) where project_id is not null;
create index model_use_open on model_use (tenant_id, create_time) where outcome = 'open';
call isolate('model_use');
