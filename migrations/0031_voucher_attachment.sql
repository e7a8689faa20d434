-- The documents behind a voucher (附件): invoices, contracts, bank slips. They hang on the project and the voucher's key, not on
-- a dataset, so that a ledger read again keeps them.

create table voucher_attachment (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  project_id uuid not null,
  -- ledger_voucher.key: month-word-number
  voucher_key text not null,
  file_id uuid not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  -- what is taken off a voucher stays to be read, with who took it off and why
  removed_user text not null default '',
  removed_time timestamptz,
  removed_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, file_id) references file
);
create unique index voucher_attachment_of_voucher
  on voucher_attachment (tenant_id, project_id, voucher_key, file_id) where removed_time is null;
create index voucher_attachment_removed
  on voucher_attachment (tenant_id, project_id, voucher_key) where removed_time is not null;
create index voucher_attachment_of_file on voucher_attachment (tenant_id, file_id);
call isolate('voucher_attachment');
