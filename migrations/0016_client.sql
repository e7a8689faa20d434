-- Client enterprises in full: what the registration says, the tax profile, contacts, who works for them, follow-up notes.

alter table firm_enterprise
  -- keys of the dictionaries taxpayer_type, industry_section, tax_credit_grade, risk_level, client_category; empty: not known
  add column taxpayer_type text not null default '',
  add column industry_section text not null default '',
  add column tax_credit_grade text not null default '',
  add column risk_level text not null default '',
  add column category text not null default '',
  add column tags text[] not null default '{}',
  add column status text not null default 'active' check (status in ('active', 'paused', 'left')),
  add column legal_representative text not null default '',
  -- fen
  add column registered_capital bigint check (registered_capital >= 0),
  add column establish_date date,
  add column tax_authority text not null default '',
  add column bank_name text not null default '',
  add column bank_account text not null default '',
  -- who answers for the client; empty: nobody
  add column owner text not null default current_actor();

-- a migration is nobody's tenant: forced row-level security would hide every row from it
alter table firm_enterprise no force row level security;
update firm_enterprise set owner = create_user;
update firm_enterprise set industry_section = section.key from (values
  ('农、林、牧、渔业', 'A'), ('采矿业', 'B'), ('制造业', 'C'), ('电力、热力、燃气及水生产和供应业', 'D'), ('建筑业', 'E'),
  ('批发和零售业', 'F'), ('批发零售业', 'F'), ('交通运输、仓储和邮政业', 'G'), ('住宿和餐饮业', 'H'),
  ('信息传输、软件和信息技术服务业', 'I'), ('软件和信息技术服务业', 'I'), ('金融业', 'J'), ('房地产业', 'K'),
  ('租赁和商务服务业', 'L'), ('科学研究和技术服务业', 'M'), ('水利、环境和公共设施管理业', 'N'),
  ('居民服务、修理和其他服务业', 'O'), ('教育', 'P'), ('卫生和社会工作', 'Q'), ('文化、体育和娱乐业', 'R')) section (name, key)
  where industry = section.name;
alter table firm_enterprise force row level security;
create index firm_enterprise_of_owner on firm_enterprise (tenant_id, owner) where is_deleted = 0;

alter table enterprise_member
  add column role text not null default 'member' check (role in ('lead', 'member')),
  add column create_user text not null default current_actor(),
  add column create_time timestamptz not null default now();

-- Which taxes a client declares, how often, and since when until when.
create table enterprise_tax (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  enterprise_id uuid not null,
  -- a key of the dictionary tax_type
  tax_type text not null,
  cycle text not null check (cycle in ('month', 'quarter', 'year', 'once')),
  valid_from date not null,
  valid_to date,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise,
  check (valid_to >= valid_from)
);
create index enterprise_tax_of_enterprise on enterprise_tax (tenant_id, enterprise_id, tax_type);
create index enterprise_tax_of_type on enterprise_tax (tenant_id, tax_type, enterprise_id);
call isolate('enterprise_tax');

-- The people of a client; what firm_enterprise calls contact and phone is the primary one's.
create table enterprise_contact (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  enterprise_id uuid not null,
  contact_name text not null,
  -- a key of the dictionary contact_role
  contact_role text not null default '',
  phone text not null default '',
  email text not null default '',
  is_primary boolean not null default false,
  sort int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
create index enterprise_contact_of_enterprise on enterprise_contact (tenant_id, enterprise_id, sort, id);
create unique index enterprise_contact_one_primary on enterprise_contact (tenant_id, enterprise_id) where is_primary;
alter table firm_enterprise no force row level security;
insert into enterprise_contact (tenant_id, enterprise_id, contact_name, phone, is_primary)
  select tenant_id, id, contact, phone, true from firm_enterprise where contact <> '' and is_deleted = 0;
alter table firm_enterprise force row level security;
call isolate('enterprise_contact');

-- What was talked about with a client, and what is to follow.
create table enterprise_note (
  tenant_id text not null default current_tenant(),
  id uuid not null default uuid7(),
  enterprise_id uuid not null,
  content text not null,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  is_deleted int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references firm_enterprise
);
create index enterprise_note_newest on enterprise_note (tenant_id, enterprise_id, create_time desc, id) where is_deleted = 0;
call isolate('enterprise_note');
