-- Conversations with a model, or without one over what is found; chains of thought.

-- The firm's chains and people's own; the system's are facts (facts/think-chains.json), named by fixed ids.
create table think_chain (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  description text not null default '',
  -- personal: its maker's alone; firm: everybody's, kept by who administers the firm
  scope text not null check (scope in ('firm', 'personal')),
  enabled boolean not null default true,
  steps jsonb not null,
  version int not null default 1,
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index think_chain_name on think_chain (tenant_id, scope, name, (case when scope = 'personal' then create_user else '' end))
  where is_deleted = 0;
call isolate('think_chain');

create table think_chain_version (
  tenant_id text not null default current_tenant(),
  chain_id uuid not null,
  version int not null,
  name text not null,
  steps jsonb not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, chain_id, version),
  foreign key (tenant_id, chain_id) references think_chain on delete cascade
);
call isolate('think_chain_version');

create table chat_conversation (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  title text not null,
  -- cut from the question, by a model, by the person; a later one is not replaced by an earlier
  titled_by text not null default 'cut' check (titled_by in ('cut', 'model', 'person')),
  starred boolean not null default false,
  project_id uuid,
  -- empty: all the person may read
  base_ids uuid[] not null default '{}',
  -- a row of think_chain, or a chain of the system
  chain_id uuid,
  use_tools boolean not null default true,
  -- the end of the branch that is shown
  leaf_id uuid,
  shared_all boolean not null default false,
  -- outside: a program asked in the person's name; kept for the audit, in nobody's list
  origin text not null default 'chat' check (origin in ('chat', 'outside')),
  version int not null default 1,
  is_deleted int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  -- when it was last used
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project
);
create index chat_conversation_of_person on chat_conversation (tenant_id, create_user, update_time desc, id);
create index chat_conversation_of_project on chat_conversation (tenant_id, project_id) where project_id is not null;
create index chat_conversation_shared on chat_conversation (tenant_id, update_time desc, id) where shared_all and is_deleted = 0;
call isolate('chat_conversation');

create table chat_message (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  conversation_id uuid not null,
  parent_id uuid,
  role text not null check (role in ('user', 'assistant')),
  text text not null default '',
  -- what a template puts before the question
  preface text not null default '',
  thinking text not null default '',
  status text not null default 'done' check (status in ('running', 'done', 'stopped', 'interrupted', 'failed')),
  mode text not null default 'model' check (mode in ('model', 'extract')),
  problem text not null default '',
  notices jsonb not null default '[]',
  steps jsonb not null default '[]',
  sources jsonb not null default '[]',
  figures jsonb not null default '[]',
  doubts jsonb not null default '[]',
  feedback text not null default '' check (feedback in ('', 'up', 'down')),
  feedback_words text not null default '',
  model text not null default '',
  input_tokens int not null default 0,
  output_tokens int not null default 0,
  chain_id uuid,
  chain_name text not null default '',
  template_id uuid,
  -- while it runs its process says every few seconds that it lives; silent for long, it was interrupted
  alive_at timestamptz not null default now(),
  stop_wanted boolean not null default false,
  ms int not null default 0,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references chat_conversation on delete cascade,
  foreign key (tenant_id, parent_id) references chat_message on delete cascade
);
create index chat_message_of_conversation on chat_message (tenant_id, conversation_id, create_time, id);
create index chat_message_of_parent on chat_message (tenant_id, parent_id) where parent_id is not null;
create index chat_message_newest on chat_message (tenant_id, create_time desc, id) where role = 'assistant';
create index chat_message_running on chat_message (tenant_id, create_user) where status = 'running';
call isolate('chat_message');
alter table chat_conversation add foreign key (tenant_id, leaf_id) references chat_message deferrable initially immediate;
create index chat_conversation_leaf on chat_conversation (tenant_id, leaf_id) where leaf_id is not null;

create table chat_attachment (
  tenant_id text not null default current_tenant(),
  message_id uuid not null,
  position int not null,
  file_id uuid not null,
  kind text not null check (kind in ('text', 'image')),
  -- as it was read: pieces with the place of each; null until then
  pieces jsonb,
  -- why it was not read, in words
  problem text not null default '',
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references chat_message on delete cascade,
  foreign key (tenant_id, file_id) references file
);
create index chat_attachment_of_file on chat_attachment (tenant_id, file_id);
call isolate('chat_attachment');

-- To whom, beside all.
create table chat_share (
  tenant_id text not null default current_tenant(),
  conversation_id uuid not null,
  user_id text not null,
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references chat_conversation on delete cascade
);
create index chat_share_with on chat_share (tenant_id, user_id);
call isolate('chat_share');
