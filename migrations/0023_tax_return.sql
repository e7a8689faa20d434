-- The annual return: what people enter where no paper feeds it, who made it final, and who answers for the law it stands on.

-- One return cell (A105000.15.3) or outside figure (entered.vat_sales) that a person entered.
create table return_entry (
  tenant_id text not null default current_tenant(),
  project_id uuid not null,
  cell text not null,
  -- the item of an option line: 国债利息收入
  label text not null default '',
  -- yuan for money, exact decimal or words otherwise
  value text not null,
  evidence text not null,
  version int not null default 1,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  update_user text not null default current_actor(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, project_id, cell),
  foreign key (tenant_id, project_id) references firm_project
);
call isolate('return_entry');

-- A named professional answers for one release of the law: its version and the digest of all it holds. Never changed; a
-- revocation is a row of its own.
create table rule_pack_signature (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  version text not null,
  pack_hash text not null,
  signer_name text not null,
  profession text not null check (profession in ('tax_agent', 'accountant', 'lawyer')),
  licence_no text not null,
  statement text not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index rule_pack_signature_newest on rule_pack_signature (tenant_id, create_time desc);
call isolate('rule_pack_signature');
create table rule_pack_revocation (
  tenant_id text not null default current_tenant() references tenant,
  signature_id uuid not null,
  reason text not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  primary key (tenant_id, signature_id),
  foreign key (tenant_id, signature_id) references rule_pack_signature
);
call isolate('rule_pack_revocation');
revoke update, delete on rule_pack_signature, rule_pack_revocation from digao_app;

-- 定稿: the generation that was made final, on whose signature. `entries_hash` tells whether entered cells changed since.
create table return_final (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  generation_id uuid not null,
  signature_id uuid not null,
  entries_hash text not null,
  note text not null default '',
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  -- taken back: by whom, when, why
  reopen_user text,
  reopen_time timestamptz,
  reopen_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, generation_id) references generation,
  foreign key (tenant_id, signature_id) references rule_pack_signature
);
create unique index return_final_standing on return_final (tenant_id, project_id) where reopen_time is null;
create index return_final_of_project on return_final (tenant_id, project_id, create_time desc);
create index return_final_of_generation on return_final (tenant_id, generation_id);
call isolate('return_final');
