-- Keys of one's own for programs that ask in one's name. The key itself is nowhere: only its SHA-256, which no guess reaches from 256 random bits.
create table access_token (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  user_id uuid not null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['mcp', 'api']),
  hash bytea not null,
  -- its last four characters, to tell it by
  tail text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  seen_time timestamptz,
  seen_address text not null default '',
  -- calls since the minute began
  minute_start timestamptz not null default now(),
  minute_calls int not null default 0,
  revoke_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user
);
create unique index access_token_hash on access_token (tenant_id, hash);
create index access_token_of_user on access_token (tenant_id, user_id, create_time desc);
call isolate('access_token');
