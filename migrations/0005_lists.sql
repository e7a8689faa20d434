-- How a person looks at a list: saved questions (filters, sort, page size), and columns as he has set them.

create table ui_view (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default current_actor(),
  -- which list of the product it belongs to
  page_key text not null,
  name text not null,
  -- everybody of the tenant may choose it
  shared boolean not null default false,
  filters jsonb not null default '{}',
  sort text not null default '',
  page_size int not null default 0,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
create index ui_view_of_page on ui_view (tenant_id, page_key, user_id);
create index ui_view_shared on ui_view (tenant_id, page_key) where shared;
call isolate('ui_view');

create table ui_list (
  tenant_id text not null default current_tenant() references tenant,
  user_id text not null default current_actor(),
  page_key text not null,
  -- null: as the page has them
  columns jsonb,
  density text not null default '' check (density in ('', 'middle', 'small')),
  default_view_id uuid,
  update_time timestamptz not null default now(),
  primary key (tenant_id, user_id, page_key),
  foreign key (tenant_id, default_view_id) references ui_view on delete set null (default_view_id)
);
create index ui_list_of_view on ui_list (tenant_id, default_view_id) where default_view_id is not null;
call isolate('ui_list');

-- What a list was written to or read from goes after its term.
create index file_term on file (create_time) where is_deleted = 0 and purpose in ('export', 'import');
