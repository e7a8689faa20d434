-- Warning values of inspection indicators: every firm keeps its own; none is shipped.
create table indicator_threshold (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  -- a row of paper F04: K03, K10b
  indicator text not null,
  -- a section of GB/T 4754; empty: any
  industry text not null default '',
  -- leading digits of a division code; empty: any
  region text not null default '' check (region ~ '^([0-9]{2}){0,3}$'),
  -- 0: any year
  year int not null default 0,
  measure text not null check (measure in ('value', 'change')),
  low numeric,
  high numeric,
  source text not null,
  version int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, indicator, measure, industry, region, year),
  check (low is not null or high is not null),
  check (low <= high)
);
call isolate('indicator_threshold');
