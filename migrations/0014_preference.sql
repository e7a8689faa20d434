-- What a person has set for himself about the frame, the password of his lock screen, and whether he has passed the human check.

create table preference (
  tenant_id text not null default current_tenant() references tenant,
  user_id uuid not null,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- argon2id of the md5 hex that clients send; null: no lock password
  lock_hash text,
  human_checked_at timestamptz,
  update_time timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user
);
call isolate('preference');
