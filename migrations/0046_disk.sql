-- The cloud disk: spaces, a tree of folders and files in each, and every version of a file as a row of `file`.
create table disk_space (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  type text not null check (type in ('firm', 'user', 'enterprise', 'project', 'course')),
  -- of the user, enterprise, project or course; empty for the firm
  owner_id text not null default '',
  -- null: only the limit of the package
  quota_bytes bigint check (quota_bytes >= 0),
  -- all versions, those in the recycle bin too
  used_bytes bigint not null default 0,
  -- promised to uploads under way
  reserved_bytes bigint not null default 0,
  version_keep int not null default 20 check (version_keep between 1 and 500),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, type, owner_id)
);
call isolate('disk_space');

create table disk_node (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  space_id uuid not null,
  -- null: the top of its space
  parent_id uuid,
  -- from the top of the space down to the parent
  ancestors uuid[] not null default '{}',
  name text not null,
  -- what two names are compared by: NFC, lower case
  name_key text not null,
  kind text not null check (kind in ('file', 'folder')),
  ext text not null default '',
  mime text not null default '',
  -- of a folder: of all current files below it
  size bigint not null default 0,
  -- of the current version
  file_id uuid,
  version_no int not null default 0,
  -- false: only its own rules count, and managers of the space
  inherits boolean not null default true,
  -- has rules or does not inherit
  own_rules boolean not null default false,
  locked_by text not null default '',
  lock_until timestamptz,
  legal_hold boolean not null default false,
  tags text[] not null default '{}',
  trashed_at timestamptz,
  -- what was thrown away with it
  trash_root uuid,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, space_id) references disk_space,
  foreign key (tenant_id, parent_id) references disk_node,
  foreign key (tenant_id, file_id) references file
);
-- two writers of one name meet here
create unique index disk_node_name_once on disk_node (tenant_id, space_id, parent_id, name_key) nulls not distinct where trashed_at is null;
create index disk_node_of_parent on disk_node (tenant_id, parent_id, kind, name_key, id) where trashed_at is null;
create index disk_node_children on disk_node (tenant_id, parent_id);
create index disk_node_newest on disk_node (tenant_id, parent_id, update_time desc, id) where trashed_at is null;
create index disk_node_of_size on disk_node (tenant_id, parent_id, size desc, id) where trashed_at is null;
create index disk_node_below on disk_node using gin (ancestors);
create index disk_node_tagged on disk_node using gin (tags) where tags <> '{}';
create index disk_node_trashed on disk_node (tenant_id, trash_root) where trash_root is not null;
create index disk_node_ruled on disk_node (tenant_id, space_id) where own_rules;
create index disk_node_of_space on disk_node (tenant_id, space_id, size desc) where trashed_at is null;
create index disk_node_file on disk_node (tenant_id, file_id) where file_id is not null;
call isolate('disk_node');

create table disk_version (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  node_id uuid not null,
  no int not null,
  file_id uuid not null,
  comment text not null default '',
  pinned boolean not null default false,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, node_id, no),
  foreign key (tenant_id, node_id) references disk_node on delete cascade,
  foreign key (tenant_id, file_id) references file
);
create index disk_version_file on disk_version (tenant_id, file_id);
call isolate('disk_version');

-- Who may do what in a folder and below; level 0 shuts out.
create table disk_acl (
  tenant_id text not null default current_tenant() references tenant,
  node_id uuid not null,
  subject text not null check (subject in ('user', 'role', 'dept')),
  subject_id text not null,
  level int not null check (level between 0 and 5),
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, node_id, subject, subject_id),
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
create index disk_acl_of_subject on disk_acl (tenant_id, subject, subject_id);
call isolate('disk_acl');

create table disk_favorite (
  tenant_id text not null default current_tenant() references tenant,
  user_id text not null default current_actor(),
  node_id uuid not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, user_id, node_id),
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
create index disk_favorite_of_node on disk_favorite (tenant_id, node_id);
call isolate('disk_favorite');

create table disk_recent (
  tenant_id text not null default current_tenant() references tenant,
  user_id text not null default current_actor(),
  node_id uuid not null,
  open_time timestamptz not null default now(),
  primary key (tenant_id, user_id, node_id),
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
create index disk_recent_newest on disk_recent (tenant_id, user_id, open_time desc);
create index disk_recent_of_node on disk_recent (tenant_id, node_id);
call isolate('disk_recent');

-- What happened; it stays when the node is gone.
create table disk_activity (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  space_id uuid not null,
  node_id uuid not null,
  -- where it was then, and itself: what a folder's log is found by
  place uuid[] not null default '{}',
  name text not null,
  verb text not null,
  detail jsonb not null default '{}',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, space_id) references disk_space
);
create index disk_activity_of_space on disk_activity (tenant_id, space_id, create_time desc, id);
create index disk_activity_of_node on disk_activity (tenant_id, node_id, create_time desc);
create index disk_activity_place on disk_activity using gin (place);
call isolate('disk_activity');

-- Uploads under way, by the name the protocol gives them, and the room kept for each.
create table disk_upload (
  tenant_id text not null default current_tenant() references tenant,
  tus_id text not null,
  space_id uuid not null,
  size bigint not null,
  state text not null default 'open' check (state in ('open', 'done', 'dropped')),
  node_id uuid,
  file_id uuid,
  skipped boolean not null default false,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, tus_id),
  foreign key (tenant_id, space_id) references disk_space
);
create index disk_upload_of_space on disk_upload (tenant_id, space_id) where state = 'open';
create index disk_upload_oldest on disk_upload (create_time);
call isolate('disk_upload');

-- Questions about the bytes of content somebody says he has; each is answered once.
create table disk_challenge (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id text not null default current_actor(),
  sha256 text not null,
  size bigint not null,
  nonce text not null,
  ranges jsonb not null,
  -- where it is to go
  target jsonb not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index disk_challenge_oldest on disk_challenge (create_time);
call isolate('disk_challenge');

-- The text of the current version, for the search; `terms` are the numbers of its words.
create table disk_text (
  tenant_id text not null default current_tenant() references tenant,
  node_id uuid not null,
  file_id uuid not null,
  text text not null,
  terms bigint[] not null default '{}',
  create_time timestamptz not null default now(),
  primary key (tenant_id, node_id),
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
create index disk_text_terms on disk_text using gin (terms);
call isolate('disk_text');
