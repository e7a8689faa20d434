-- A firm's own working-paper templates (事务所底稿模板) and what people add under the papers of a project.

create table paper_template (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  -- dictionary tax_project_category
  category int not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'retired')),
  -- the version that new projects take; 0: none was published yet
  current_version int not null default 0,
  -- counts what people change in the draft, so that nobody overwrites unseen
  rev int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index paper_template_name_once on paper_template (tenant_id, name) where is_deleted = 0;
create index paper_template_newest on paper_template (tenant_id, update_time desc) where is_deleted = 0;
call isolate('paper_template');

-- A published version never changes; at most one version of a template is a draft.
create table paper_template_version (
  tenant_id text not null default current_tenant(),
  template_id uuid not null,
  version int not null check (version > 0),
  published boolean not null default false,
  note text not null default '',
  -- the sheets as uploaded, with their looks (contract/sheet-book.ts)
  book jsonb not null,
  -- sha-256 of the sheets: two versions with equal sheets print alike
  book_hash text not null,
  -- which sheet is which paper: [{sheet, paperId, name: {zh, en}}]
  papers jsonb not null default '[]',
  -- what reading the file left out, translated or did not understand
  notes jsonb not null default '[]',
  file_name text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  publish_user text not null default '',
  publish_time timestamptz,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references paper_template
);
create unique index paper_template_one_draft on paper_template_version (tenant_id, template_id) where not published;
call isolate('paper_template_version');

-- A cell of a template bound to a formula.
create table paper_template_cell (
  tenant_id text not null default current_tenant(),
  template_id uuid not null,
  version int not null,
  paper_id text not null,
  key text not null,
  -- places count from 0
  row_at int not null,
  column_at int not null,
  expression text not null,
  unit text not null check (unit in ('money', 'rate', 'count', 'bool', 'text')),
  label_zh text not null,
  label_en text not null,
  feeds text[] not null default '{}',
  rule text not null default '',
  note text not null default '',
  -- the formula as it stood in the file, where it was translated
  origin text not null default '',
  primary key (tenant_id, template_id, version, paper_id, key),
  unique (tenant_id, template_id, version, paper_id, row_at, column_at),
  foreign key (tenant_id, template_id, version) references paper_template_version on delete cascade
);
call isolate('paper_template_cell');

-- Which version of its template a project works on; it stays until a person moves it up.
create table project_template (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  template_id uuid not null,
  version int not null,
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, template_id, version) references paper_template_version
);
create index project_template_of_template on project_template (tenant_id, template_id);
call isolate('project_template');

-- Sheets and attachments that people add under a paper of a project (or under the project itself: paper_id '').
create table doc_file (
  tenant_id text not null default current_tenant(),
  file_id uuid not null,
  project_id uuid not null,
  paper_id text not null default '',
  kind text not null check (kind in ('sheet', 'attachment')),
  custom_type text not null default '',
  primary key (tenant_id, file_id),
  foreign key (tenant_id, file_id) references file,
  foreign key (tenant_id, project_id) references firm_project
);
create index doc_file_of_project on doc_file (tenant_id, project_id, paper_id, kind);
call isolate('doc_file');
