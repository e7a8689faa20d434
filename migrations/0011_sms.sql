-- Short messages: through whom, with which words, what was sent; codes sent to phones; consents of those who register.

create table sms_channel (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  provider text not null check (provider in ('local', 'aliyun', 'tencent')),
  name text not null,
  -- the signature (短信签名) that the provider has approved
  sign text not null default '',
  access_key text not null default '',
  secret_encrypted text not null default '',
  -- tencent: SmsSdkAppId
  app_id text not null default '',
  -- empty: the provider's usual one
  endpoint text not null default '',
  -- of the enabled ones the first is used
  sort int not null default 0,
  status int not null default 1 check (status in (0, 1)),
  remark text not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create index sms_channel_by_sort on sms_channel (tenant_id, sort, id) where is_deleted = 0;
call isolate('sms_channel');

create table sms_template (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  channel_id uuid not null,
  scene text not null check (scene in ('login', 'register', 'reset', 'bind')),
  -- the provider's number of the approved template
  template_code text not null default '',
  -- its words, with {code} and {minutes}: sent by the local channel, shown for the others
  content text not null,
  -- the parameters in the order the provider's template takes them
  params text[] not null default '{code}',
  status int not null default 1 check (status in (0, 1)),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references sms_channel
);
create unique index sms_template_once on sms_template (tenant_id, channel_id, scene) where is_deleted = 0;
create index sms_template_newest on sms_template (tenant_id, update_time desc, id) where is_deleted = 0;
call isolate('sms_template');

-- queued → sending → sent (delivered: the local channel) | failed; skipped: asked for a phone that nobody here has.
create table sms_log (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  provider text not null default '',
  channel_name text not null default '',
  scene text not null,
  template_code text not null default '',
  phone_mask text not null,
  -- phone and parameters, sealed; emptied once it is sent
  order_encrypted text not null default '',
  -- the words, of the local channel alone
  text text not null default '',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
  -- a key of SmsFault in contract/sms.ts, and what the provider said
  fault text not null default '',
  detail text not null default '',
  provider_id text not null default '',
  create_time timestamptz not null default now(),
  send_time timestamptz,
  primary key (tenant_id, id)
);
create index sms_log_newest on sms_log (tenant_id, create_time desc, id);
create index sms_log_open on sms_log (create_time) where state in ('queued', 'sending');
call isolate('sms_log');

-- Codes and paces are the platform's: they are asked before anybody has a tenant.
create table sms_code (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default gen_random_uuid(),
  -- HMAC over tenant, scene, phone, this id and the six digits: only all of them together are right
  code_hash bytea not null,
  tries int not null default 0,
  expire_time timestamptz not null,
  used_time timestamptz,
  -- what it was used for and what was answered, so that a repeated request gets the same answer
  used_hash bytea,
  answer text,
  primary key (tenant_id, id)
);
create index sms_code_expiry on sms_code (tenant_id, expire_time);
call isolate('sms_code');

-- When something that is limited happened: per phone, per network address.
create table pace (
  tenant_id text not null default current_tenant() references tenant,
  bucket text not null,
  times timestamptz[] not null,
  last_time timestamptz not null default now(),
  primary key (tenant_id, bucket)
);
create index pace_age on pace (tenant_id, last_time);
call isolate('pace');

create table consent (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  document text not null,
  edition text not null,
  address text not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
create index consent_of_user on consent (tenant_id, user_id);
call isolate('consent');
