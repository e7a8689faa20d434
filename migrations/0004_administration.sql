-- Whom a tenant consists of, what its roles may, what its package allows, and on which server it lives.

alter table tenant
  add column linkman text not null default '',
  add column contact_number text not null default '',
  add column address text not null default '',
  add column package_id uuid,
  add column datasource_id uuid,
  -- colours, login picture, switches
  add column setting jsonb not null default '{}',
  add column update_time timestamptz not null default now(),
  add column is_deleted int not null default 0;

alter table dept
  add column full_name text not null default '',
  add column dept_category int not null default 1,
  add column leader_id uuid,
  add column remark text not null default '',
  add column update_time timestamptz not null default now();
create index dept_of_parent on dept (tenant_id, parent_id);

create table post (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  post_code text not null,
  post_name text not null,
  category int not null default 1,
  sort int not null default 0,
  remark text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index post_code_once on post (tenant_id, post_code) where is_deleted = 0;
call isolate('post');

alter table app_user
  add column code text not null default '',
  add column sex int not null default 0,
  add column birthday date,
  add column remark text not null default '',
  -- status 1 may sign in, 0 is locked by an administrator; whoever left keeps his name on what he did
  add column left_time timestamptz,
  add column must_change_password boolean not null default false,
  add column password_time timestamptz not null default now(),
  add column sign_in_time timestamptz,
  add column version int not null default 1;
create index app_user_newest on app_user (tenant_id, create_time desc, id) where is_deleted = 0;
create index app_user_of_dept on app_user (tenant_id, dept_id) where is_deleted = 0;
create unique index app_user_phone_once on app_user (tenant_id, phone) where is_deleted = 0 and phone <> '';
create index user_role_of_role on user_role (tenant_id, role_id);

-- app_user.dept_id is the first of them
create table user_dept (
  tenant_id text not null default current_tenant(),
  user_id uuid not null,
  dept_id uuid not null,
  sort int not null default 0,
  primary key (tenant_id, user_id, dept_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, dept_id) references dept
);
create index user_dept_of_dept on user_dept (tenant_id, dept_id);
call isolate('user_dept');

create table user_post (
  tenant_id text not null default current_tenant(),
  user_id uuid not null,
  post_id uuid not null,
  sort int not null default 0,
  primary key (tenant_id, user_id, post_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, post_id) references post
);
create index user_post_of_post on user_post (tenant_id, post_id);
call isolate('user_post');

alter table role
  add column remark text not null default '',
  -- its menus are those of role_menu; otherwise those the menus themselves name the role for
  add column own_menus boolean not null default false,
  add column update_time timestamptz not null default now(),
  add column version int not null default 1;

/* Menus and dictionaries are the platform's: what names one carries its tenant in a column that says so. */
create table role_menu (
  tenant_id text not null default current_tenant(),
  role_id uuid not null,
  menu_id uuid not null,
  menu_tenant text not null generated always as ('000000') stored,
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references role,
  foreign key (menu_tenant, menu_id) references menu
);
create index role_menu_of_menu on role_menu (menu_id);
call isolate('role_menu');

-- What a role may, by grant of contract/grants.ts: narrows what the table gives a role of the product, is all that another has.
create table role_scope (
  tenant_id text not null default current_tenant(),
  role_id uuid not null,
  grant_name text not null,
  extent text not null check (extent in ('none', 'self', 'dept', 'deptTree', 'depts', 'all')),
  dept_ids uuid[] not null default '{}',
  primary key (tenant_id, role_id, grant_name),
  foreign key (tenant_id, role_id) references role
);
call isolate('role_scope');

alter table menu
  add column remark text not null default '',
  add column update_time timestamptz not null default now();
create index menu_of_parent on menu (tenant_id, parent_id, sort);

create table top_menu (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  code text not null,
  name text not null,
  name_en text not null default '',
  source text not null default '',
  sort int not null default 0,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index top_menu_code_once on top_menu (tenant_id, code) where is_deleted = 0;
call isolate('top_menu', 'tenant_id = ''000000''');
create table top_menu_entry (
  tenant_id text not null default current_tenant(),
  top_menu_id uuid not null,
  menu_id uuid not null,
  primary key (tenant_id, top_menu_id, menu_id),
  foreign key (tenant_id, top_menu_id) references top_menu,
  foreign key (tenant_id, menu_id) references menu
);
create index top_menu_entry_of_menu on top_menu_entry (tenant_id, menu_id);
call isolate('top_menu_entry', 'tenant_id = ''000000''');

-- What a tenant may have: menus and limits. Packages are the platform's; every tenant may read them.
create table tenant_package (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  code text not null,
  package_name text not null,
  edition text not null check (edition in ('firm', 'school', 'person')),
  rank int not null default 0,
  is_trial boolean not null default false,
  trial_days int not null default 0,
  -- its menus are those of package_menu; otherwise all of its edition
  own_menus boolean not null default false,
  remark text not null default '',
  status int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index tenant_package_code_once on tenant_package (tenant_id, code) where is_deleted = 0;
call isolate('tenant_package', 'tenant_id = ''000000''');
create table package_menu (
  tenant_id text not null default current_tenant(),
  package_id uuid not null,
  menu_id uuid not null,
  primary key (tenant_id, package_id, menu_id),
  foreign key (tenant_id, package_id) references tenant_package,
  foreign key (tenant_id, menu_id) references menu
);
create index package_menu_of_menu on package_menu (tenant_id, menu_id);
call isolate('package_menu', 'tenant_id = ''000000''');
-- A metric that is absent has no limit.
create table package_limit (
  tenant_id text not null default current_tenant(),
  package_id uuid not null,
  metric text not null,
  amount bigint not null check (amount >= 0),
  primary key (tenant_id, package_id, metric),
  foreign key (tenant_id, package_id) references tenant_package
);
call isolate('package_limit', 'tenant_id = ''000000''');

alter table tenant add column package_tenant text not null generated always as ('000000') stored;
alter table tenant add foreign key (package_tenant, package_id) references tenant_package;

-- What a tenant has on top of its package: bought, given, redeemed.
create table allowance (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  metric text not null,
  amount bigint not null check (amount > 0),
  source text not null,
  source_id text not null default '',
  remark text not null default '',
  effective_time timestamptz not null default now(),
  expire_time timestamptz,
  void_time timestamptz,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index allowance_of_metric on allowance (tenant_id, metric);
call isolate('allowance');

-- Counted where it is used, in the same transaction; period is empty for what stays, yyyy-MM for what starts again each month.
create table usage_counter (
  tenant_id text not null default current_tenant() references tenant,
  metric text not null,
  period text not null default '',
  used bigint not null default 0 check (used >= 0),
  update_time timestamptz not null default now(),
  primary key (tenant_id, metric, period)
);
call isolate('usage_counter');

-- Another PostgreSQL server a tenant may live on.
create table datasource (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  host text not null,
  port int not null default 5432 check (port between 1 and 65535),
  database_name text not null default 'digao',
  username text not null,
  password_encrypted text not null,
  state text not null default 'draft' check (state in ('draft', 'ok', 'failed', 'disabled')),
  test_time timestamptz,
  test_error text not null default '',
  remark text not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create unique index datasource_name_once on datasource (tenant_id, name) where is_deleted = 0;
call isolate('datasource');
alter table tenant add column datasource_tenant text not null generated always as ('000000') stored;
alter table tenant add foreign key (datasource_tenant, datasource_id) references datasource;

alter table session
  -- how it was opened: password, captcha, sms, social, sso, passkey
  add column method text not null default 'password',
  -- the tenant that the platform's administrator has entered; empty: his own
  add column acting_tenant text not null default '';
create index session_open on session (tenant_id, seen_time desc) where revoke_time is null;

create trigger tell after insert or update or delete on role_scope for each row execute function tell_sessions('everyone');
create trigger tell_acting after update of acting_tenant, role_ids, dept_id on session for each row execute function tell_sessions('user_id');

create index audit_newest on audit_event (tenant_id, create_time desc);
create index audit_of_actor on audit_event (tenant_id, actor_id, seq);
