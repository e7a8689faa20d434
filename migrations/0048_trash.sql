-- What people deleted and may bring back: one row for each thing a person deleted, whatever slice it is of.
create table trash_item (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  kind text not null,
  item_id text not null,
  name text not null,
  -- where it was, in words
  place text not null default '',
  size bigint not null default 0,
  owner_id text not null default current_actor(),
  enterprise_id uuid,
  project_id uuid,
  deleted_by text not null default current_actor(),
  deleted_at timestamptz not null default now(),
  legal_hold boolean not null default false,
  hold_note text not null default '',
  held_by text not null default '',
  -- why the last purge by itself did not succeed; it is tried again the next night
  problem text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, kind, item_id)
);
create index trash_item_newest on trash_item (tenant_id, deleted_at desc, id);
create index trash_item_of_deleter on trash_item (tenant_id, deleted_by, deleted_at desc);
create index trash_item_of_owner on trash_item (tenant_id, owner_id, deleted_at desc);
create index trash_item_of_project on trash_item (tenant_id, project_id) where project_id is not null;
create index trash_item_of_enterprise on trash_item (tenant_id, enterprise_id) where enterprise_id is not null;
call isolate('trash_item');

-- How long deleted things of its tenants are kept at most; 0: as the parameter says.
alter table tenant_package add column trash_days int not null default 0 check (trash_days between 0 and 3650);

-- What was deleted before there was a list: with its day where that is known, otherwise as of today.
do $$
declare
  tab text;
  tabs text[] := array['trash_item', 'firm_enterprise', 'firm_project', 'paper_template', 'prompt_template', 'kb_base', 'kb_doc', 'writing_doc',
    'chat_conversation', 'think_chain', 'file'];
begin
  foreach tab in array tabs loop
    execute format('alter table %s no force row level security', tab);
  end loop;

  insert into trash_item (tenant_id, kind, item_id, name, owner_id, enterprise_id, deleted_by, deleted_at)
    select tenant_id, 'enterprise', id::text, enterprise_name, owner, id, update_user, update_time
    from firm_enterprise where is_deleted = 1;
  insert into trash_item (tenant_id, kind, item_id, name, place, owner_id, enterprise_id, project_id, deleted_by, deleted_at)
    select p.tenant_id, 'project', p.id::text, p.project_name || ' ' || p.year, e.enterprise_name, p.owner, p.enterprise_id, p.id,
      p.update_user, p.update_time
    from firm_project p join firm_enterprise e on e.tenant_id = p.tenant_id and e.id = p.enterprise_id where p.is_deleted = 1;
  insert into trash_item (tenant_id, kind, item_id, name, owner_id, deleted_by, deleted_at)
    select tenant_id, 'paperTemplate', id::text, name, create_user, update_user, update_time from paper_template where is_deleted = 1
    union all
    select tenant_id, 'promptTemplate', id::text, name, create_user, update_user, update_time from prompt_template where is_deleted = 1
    union all
    select tenant_id, 'thinkChain', id::text, name, create_user, update_user, update_time from think_chain where is_deleted = 1
    union all
    select tenant_id, 'writingDoc', id::text, title, create_user, update_user, update_time from writing_doc where is_deleted = 1
    union all
    select tenant_id, 'conversation', id::text, title, create_user, create_user, update_time from chat_conversation
    where is_deleted = 1 and origin = 'chat';
  insert into trash_item (tenant_id, kind, item_id, name, owner_id, project_id, deleted_by, deleted_at)
    select tenant_id, 'knowledgeBase', id::text, name, create_user, project_id, update_user, update_time from kb_base where is_deleted = 1;
  insert into trash_item (tenant_id, kind, item_id, name, place, owner_id, project_id, deleted_by, deleted_at)
    select d.tenant_id, 'knowledgeDoc', d.id::text, d.name, b.name, d.create_user, b.project_id, d.update_user, d.update_time
    from kb_doc d join kb_base b on b.tenant_id = d.tenant_id and b.id = d.base_id where d.is_deleted = 1;
  -- who deleted a file was not kept
  insert into trash_item (tenant_id, kind, item_id, name, size, owner_id, project_id, deleted_by, deleted_at)
    select f.tenant_id, 'file', f.id::text, f.name, f.size, f.create_user, p.id, f.create_user, coalesce(f.delete_time, now())
    from file f left join firm_project p on p.tenant_id = f.tenant_id and p.id::text = left(f.owner_id, 36)
    where f.is_deleted = 1 and (f.delete_time is not null or f.purpose in ('financial', 'voucher', 'customSheet', 'customAttachment', 'sheet'));

  foreach tab in array tabs loop
    execute format('alter table %s force row level security', tab);
  end loop;
end $$;

-- Passwords by which programs mount the disk in a person's name; only a hash is kept.
create table dav_password (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  name text not null,
  -- sha-256 of 160 random bits
  hash text not null,
  tail text not null,
  read_only boolean not null default false,
  -- the folder it opens; null: every space the person sees
  root_id uuid,
  seen_time timestamptz,
  seen_address text not null default '',
  seen_agent text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, root_id) references disk_node on delete cascade
);
create unique index dav_password_hash on dav_password (tenant_id, hash);
create index dav_password_of_user on dav_password (tenant_id, user_id, create_time);
create index dav_password_root on dav_password (tenant_id, root_id) where root_id is not null;
call isolate('dav_password');

-- Locks that programs hold, by their tokens; an exclusive one of a file is a lock of the disk as well.
create table dav_lock (
  tenant_id text not null default current_tenant() references tenant,
  token uuid not null default gen_random_uuid(),
  node_id uuid not null,
  user_id uuid not null,
  shared boolean not null default false,
  -- of a folder: all below it too
  deep boolean not null default false,
  -- what the program says of its owner: XML as we wrote it again, given back and never read
  owner text not null default '',
  until timestamptz not null,
  primary key (tenant_id, token),
  foreign key (tenant_id, node_id) references disk_node on delete cascade,
  foreign key (tenant_id, user_id) references app_user
);
create index dav_lock_of_node on dav_lock (tenant_id, node_id);
create index dav_lock_of_user on dav_lock (tenant_id, user_id);
call isolate('dav_lock');

-- What programs note about files, by namespace and name; kept and given back, never read.
create table dav_prop (
  tenant_id text not null default current_tenant() references tenant,
  node_id uuid not null,
  namespace text not null,
  name text not null,
  value text not null,
  primary key (tenant_id, node_id, namespace, name),
  foreign key (tenant_id, node_id) references disk_node on delete cascade
);
call isolate('dav_prop');
