-- Links between clients of a firm: subsidiaries, branches, related enterprises.

create table enterprise_relation (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  -- the one above; of a related pair the one from which it was entered
  parent_id uuid not null,
  child_id uuid not null,
  kind text not null check (kind in ('subsidiary', 'branch', 'related')),
  -- percent; empty where it is not known or there is none
  share numeric(5, 2) check (share between 0 and 100),
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references firm_enterprise,
  foreign key (tenant_id, child_id) references firm_enterprise,
  check (parent_id <> child_id)
);
create unique index enterprise_relation_once on enterprise_relation
  (tenant_id, least(parent_id, child_id), greatest(parent_id, child_id));
create index enterprise_relation_of_parent on enterprise_relation (tenant_id, parent_id);
create index enterprise_relation_of_child on enterprise_relation (tenant_id, child_id);
call isolate('enterprise_relation');
