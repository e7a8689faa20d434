-- Spreadsheets edited on screen, and who has which document in hand.

-- One editor at a time; a lease that has run out is free.
create table document_lease (
  tenant_id text not null default current_tenant() references tenant,
  -- the slice's own word: paper, sheet
  kind text not null,
  document_id text not null,
  user_id text not null,
  taken_time timestamptz not null default now(),
  until timestamptz not null,
  primary key (tenant_id, kind, document_id)
);
call isolate('document_lease');

-- Who has a document open; asks: would like to edit it.
create table document_presence (
  tenant_id text not null default current_tenant() references tenant,
  kind text not null,
  document_id text not null,
  user_id text not null,
  asks boolean not null default false,
  until timestamptz not null,
  primary key (tenant_id, kind, document_id, user_id)
);
call isolate('document_presence');

-- What a spreadsheet was at a revision, as gzipped JSON. Number 1 is the file as it was read.
create table sheet_version (
  tenant_id text not null default current_tenant() references tenant,
  file_id uuid not null,
  no int not null,
  rev int not null,
  -- empty: kept by itself
  name text not null default '',
  book bytea not null,
  cells int not null,
  -- what was disarmed or left out when the file was read
  notes jsonb not null default '[]',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, file_id, no),
  foreign key (tenant_id, file_id) references file
);
call isolate('sheet_version');

-- The steps since: a batch of operations each. op_id is the browser's, so that one sent twice counts once.
create table sheet_step (
  tenant_id text not null default current_tenant() references tenant,
  file_id uuid not null,
  rev int not null,
  op_id text not null,
  ops jsonb not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, file_id, rev),
  foreign key (tenant_id, file_id) references file
);
create unique index sheet_step_once on sheet_step (tenant_id, file_id, op_id);
call isolate('sheet_step');
