-- Ways to sign in beside the password: through others (social, single sign-on) and by passkey.

-- An application registered at WeChat, DingTalk, QQ, Gitee or an OIDC provider. The platform's serve every tenant without one.
create table social_client (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  type text not null check (type in ('wechat', 'dingtalk', 'qq', 'gitee', 'oidc')),
  name text not null,
  client_id text not null,
  secret_encrypted text not null,
  -- empty: the login page
  redirect_uri text not null default '',
  -- oidc: the issuer; dingtalk: the only corporation whose people may sign in, if any
  issuer text not null default '',
  corp_id text not null default '',
  status int not null default 1,
  sort int not null default 0,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id)
);
create index social_client_of_type on social_client (tenant_id, type, sort, id) where is_deleted = 0;
call isolate('social_client', 'tenant_id = ''000000''');

create table sso_provider (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  name text not null,
  issuer text not null,
  client_id text not null,
  secret_encrypted text not null,
  scopes text not null default 'openid profile email',
  -- which claim says what: account, realName, email, phone
  attributes jsonb not null default '{}',
  -- whoever has no account gets one with this role; never an administrator's
  jit boolean not null default false,
  role_id uuid,
  -- empty: any
  email_domains text[] not null default '{}',
  -- an account is found by an address or number that the provider has verified
  link_email boolean not null default false,
  link_phone boolean not null default false,
  status int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role
);
create index sso_provider_newest on sso_provider (tenant_id, create_time desc, id) where is_deleted = 0;
call isolate('sso_provider');

-- Who a person is at another's: one subject of one provider is one person of one tenant.
create table linked_identity (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  social_client_id uuid,
  -- a client of the platform's
  platform_client_id uuid,
  platform_tenant text not null generated always as ('000000') stored,
  sso_provider_id uuid,
  -- unionid where the provider has one, else openid; sub of OpenID Connect
  subject text not null check (subject <> ''),
  nickname text not null default '',
  avatar text not null default '',
  create_time timestamptz not null default now(),
  seen_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, social_client_id) references social_client,
  foreign key (platform_tenant, platform_client_id) references social_client,
  foreign key (tenant_id, sso_provider_id) references sso_provider,
  check (num_nonnulls(social_client_id, platform_client_id, sso_provider_id) <= 1)
);
create unique index linked_identity_once on linked_identity (tenant_id, (coalesce(social_client_id, platform_client_id, sso_provider_id)), subject);
create index linked_identity_of_user on linked_identity (tenant_id, user_id);
call isolate('linked_identity');

create table passkey (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  backed_up boolean not null default false,
  name text not null default '',
  create_time timestamptz not null default now(),
  seen_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
create unique index passkey_credential_once on passkey (tenant_id, credential_id);
create index passkey_of_user on passkey (tenant_id, user_id);
call isolate('passkey');

-- A sign-in under way: state, nonce and verifier, a challenge, an identity that nobody has yet. Found by the hash of what the
-- browser holds, used once, and no longer than it lives.
create table auth_flow (
  tenant_id text not null default current_tenant() references tenant,
  key_hash bytea not null,
  kind text not null check (kind in ('social', 'sso', 'passkeyNew', 'passkey', 'pending')),
  data jsonb not null default '{}',
  expire_time timestamptz not null,
  primary key (tenant_id, key_hash)
);
create index auth_flow_expiry on auth_flow (tenant_id, expire_time);
call isolate('auth_flow');

create index session_newest_of_user on session (tenant_id, user_id, create_time desc);

-- whoever has to change his password is asked at once, and let go at once
create trigger tell_must_change after update of must_change_password on app_user for each row execute function tell_sessions('id');

-- false for whoever was made by single sign-on and never chose one
alter table app_user add column password_set boolean not null default true;
create function note_password() returns trigger language plpgsql as $$
begin
  new.password_set := true;
  return new;
end $$;
create trigger note_password before update of password_hash on app_user for each row execute function note_password();
