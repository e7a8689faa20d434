-- What rules and models propose in working papers, and what people made of it. Kept: it shows who accepted what, on what ground.

create table proposal (
  tenant_id text not null default current_tenant() references tenant,
  id uuid not null default uuid7(),
  project_id uuid not null,
  -- the generation whose figures it speaks of; null for a mapping
  generation_id uuid,
  kind text not null check (kind in ('explain', 'note', 'review', 'mapping')),
  paper_id text not null default '',
  -- the cell; of a mapping the account's code
  place text not null default '',
  subject text not null default '',
  text text not null,
  final_text text not null default '',
  evidence jsonb not null default '[]',
  origin text not null check (origin in ('rule', 'model')),
  model text not null default '',
  -- what found it (contract/proposal.ts), and what it would write besides the text
  rule text not null default '',
  weight int not null default 2,
  wants jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'accepted', 'edited', 'rejected', 'outdated')),
  reason text not null default '',
  -- where it went: a thread, a row of the paper, an account
  written jsonb,
  create_user text not null default current_actor(),
  create_time timestamptz not null default now(),
  decided_user text not null default '',
  decided_time timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references firm_project,
  foreign key (tenant_id, generation_id) references generation on delete set null (generation_id)
);
create index proposal_of_paper on proposal (tenant_id, project_id, paper_id, create_time desc);
create index proposal_open on proposal (tenant_id, project_id, kind, paper_id, place) where state = 'open';
create index proposal_of_generation on proposal (tenant_id, generation_id) where generation_id is not null;
call isolate('proposal');
