-- How the columns of a bank's statements are read, as somebody of the firm said; used for every later statement of the same headings.
create table tool_bank_layout (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  -- SHA-256 of the headings
  layout text not null,
  name text not null,
  -- [string], and the role of each column (engine/bank/bank-layout.ts), '' for one that is not read
  headings jsonb not null,
  roles jsonb not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, layout)
);
call isolate('tool_bank_layout');
