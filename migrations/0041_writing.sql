-- Documents people write: of the AI content editor and of word online, and the templates they begin from.
create table writing_doc (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  kind text not null check (kind in ('content', 'word')),
  form text not null default 'document' check (form in ('document', 'template')),
  title text not null,
  -- who sees it: its maker, whoever reaches the project, everybody of the firm
  share text not null default 'personal' check (share in ('personal', 'project', 'firm')),
  -- whoever sees it may edit it (of a project: whoever may edit that)
  others_edit boolean not null default false,
  project_id uuid,
  rev int not null default 1,
  body jsonb not null,
  -- its text, for the search
  words text not null default '',
  -- what of an uploaded file could not be kept: keys of texts with their parameters
  notes jsonb not null default '[]',
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  check (share <> 'project' or project_id is not null)
);
create index writing_doc_newest on writing_doc (tenant_id, is_deleted, update_time desc, id);
create index writing_doc_of_user on writing_doc (tenant_id, create_user);
create index writing_doc_of_project on writing_doc (tenant_id, project_id) where project_id is not null;
call isolate('writing_doc');

-- What a document was at a revision, and who had made it so.
create table writing_version (
  tenant_id text not null default current_tenant() references tenant,
  doc_id uuid not null,
  no int not null,
  rev int not null,
  -- empty: kept by itself
  name text not null default '',
  body jsonb not null,
  size int not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, doc_id, no),
  foreign key (tenant_id, doc_id) references writing_doc on delete cascade
);
call isolate('writing_version');

-- Comments stand beside the text; a mark in it carries the first one's id.
create table writing_comment (
  tenant_id text not null default current_tenant() references tenant,
  doc_id uuid not null,
  id uuid not null,
  parent_id uuid,
  text text not null,
  quote text not null default '',
  resolved boolean not null default false,
  -- who said it, where that is nobody of the firm: from an uploaded file
  author text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, doc_id, id),
  foreign key (tenant_id, doc_id) references writing_doc on delete cascade,
  foreign key (tenant_id, doc_id, parent_id) references writing_comment on delete cascade
);
create index writing_comment_of on writing_comment (tenant_id, doc_id, create_time);
create index writing_comment_answers on writing_comment (tenant_id, doc_id, parent_id) where parent_id is not null;
call isolate('writing_comment');
