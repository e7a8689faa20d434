-- What people add to generated papers: decisions against a formula, free text and rows, comments, and who changed which cell.

create table paper_override (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  paper_id text not null,
  -- paper.key or paper.key@row
  cell text not null,
  label jsonb not null,
  unit text not null,
  -- exact decimal text; fen for money. What the formula gave when it was decided; null: nothing
  calculated text,
  value text not null,
  reason text not null,
  evidence text not null,
  file_id uuid,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  withdrawn_user text not null default '',
  withdrawn_time timestamptz,
  withdrawn_reason text not null default '',
  -- a later decision took its place
  replaced boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, file_id) references file
);
create unique index paper_override_stands on paper_override (tenant_id, project_id, cell) where withdrawn_time is null;
create index paper_override_of_project on paper_override (tenant_id, project_id, create_time desc);
call isolate('paper_override');

-- The revision of what people typed into a paper; a save names the one it was made on.
create table paper_overlay (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  paper_id text not null,
  rev int not null default 0,
  primary key (tenant_id, project_id, paper_id),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('paper_overlay');

-- A typed cell, by the key of its row and its column, so that papers generated with other rows keep it where it belongs.
create table paper_free_cell (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  paper_id text not null,
  row_key text not null,
  column_no int not null,
  rev int not null,
  -- {value, formula, look}
  content jsonb not null,
  primary key (tenant_id, project_id, paper_id, row_key, column_no),
  foreign key (tenant_id, project_id, paper_id) references paper_overlay
);
call isolate('paper_free_cell');

-- A row that a person put below another one.
create table paper_free_row (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  paper_id text not null,
  row_key text not null,
  after_key text not null,
  rev int not null,
  primary key (tenant_id, project_id, paper_id, row_key),
  foreign key (tenant_id, project_id, paper_id) references paper_overlay
);
call isolate('paper_free_row');

-- Saved batches in their order. The same batch sent again changes nothing.
create table paper_op (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  paper_id text not null,
  rev int not null,
  batch_id text not null,
  ops jsonb not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, project_id, paper_id, rev),
  foreign key (tenant_id, project_id, paper_id) references paper_overlay
);
create unique index paper_op_once on paper_op (tenant_id, project_id, paper_id, batch_id);
call isolate('paper_op');

create table paper_cell_change (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  paper_id text not null,
  -- a bound cell's key, or ~column~row key
  place text not null,
  via text not null check (via in ('human', 'override', 'withdrawal', 'regeneration', 'import')),
  -- as shown: yuan for money, otherwise exact decimal text; null: nothing stood there
  before text,
  after text,
  note text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project
);
create index paper_cell_change_of_place on paper_cell_change (tenant_id, project_id, paper_id, place, create_time desc, id);
call isolate('paper_cell_change');

create table paper_thread (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  paper_id text not null,
  place text not null,
  resolved_user text not null default '',
  resolved_time timestamptz,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project
);
create index paper_thread_of_paper on paper_thread (tenant_id, project_id, paper_id, create_time);
call isolate('paper_thread');

create table paper_comment (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  thread_id uuid not null,
  body text not null,
  -- ids of the people named with @
  mentions jsonb not null default '[]',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, thread_id) references paper_thread on delete cascade
);
create index paper_comment_of_thread on paper_comment (tenant_id, thread_id, create_time);
call isolate('paper_comment');
