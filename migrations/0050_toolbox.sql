-- What somebody ran in the toolbox, for a week, and the tools he keeps at hand.

create table tool_run (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  code text not null,
  -- as they were chosen, to be chosen again
  options jsonb not null default '{}',
  -- [{id, name, folder, size}]: files of the person's own, or that he may read
  inputs jsonb not null default '[]',
  file_count int not null default 0,
  -- null where it ran in the browser
  job_id uuid,
  -- how it went with each file and in all (contract/tool-run.ts), its texts as keys
  outcomes jsonb not null default '[]',
  figures jsonb not null default '[]',
  -- [{id, name, folder, size}]: what was made
  outputs jsonb not null default '[]',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references job on delete set null (job_id)
);
create index tool_run_of_person on tool_run (tenant_id, create_user, create_time desc);
create index tool_run_of_job on tool_run (tenant_id, job_id) where job_id is not null;
-- for the sweep
create index tool_run_age on tool_run (create_time);
call isolate('tool_run');

create table tool_favorite (
  tenant_id text not null default current_tenant() references tenant,
  user_id text not null default current_actor(),
  code text not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, user_id, code)
);
call isolate('tool_favorite');

-- Invoices that anybody of the tenant has read: the ground on which a second use is found.
create table tool_invoice (
  tenant_id text not null default current_tenant() references tenant,
  -- twenty digits, or code/number of an older one
  invoice_key text not null,
  issue_date date,
  total_fen bigint,
  seller text not null default '',
  buyer text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, invoice_key)
);
call isolate('tool_invoice');
