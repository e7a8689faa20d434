-- A document request may be of a client without a project: then what comes goes into the client's own space.
alter table doc_request alter column project_id drop not null;
alter table doc_request add column enterprise_id uuid;
alter table doc_request add foreign key (tenant_id, enterprise_id) references firm_enterprise;
alter table doc_request add constraint doc_request_of_one check (num_nonnulls(project_id, enterprise_id) = 1);
create index doc_request_of_enterprise on doc_request (tenant_id, enterprise_id, create_time desc) where enterprise_id is not null;

-- Wrong passwords of a link, from wherever they come: after some it is locked for a while, each time longer.
alter table share
  add column wrong_count int not null default 0,
  add column wrong_time timestamptz,
  add column locked_until timestamptz;
alter table doc_request
  add column wrong_count int not null default 0,
  add column wrong_time timestamptz,
  add column locked_until timestamptz;

-- How far a resumed download had come: one that begins there again is no resumption.
alter table share_take add column reached bigint not null default 0;
