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

-- The size of a folder in the bin is what went with it: what had been thrown away from it before has a row of its own.
do $$
declare
  tab text;
  tabs text[] := array['trash_item', 'disk_node', 'disk_version', 'file'];
begin
  foreach tab in array tabs loop
    execute format('alter table %s no force row level security', tab);
  end loop;
  update trash_item t set size = coalesce((select sum(f.size) from disk_node n
      join disk_version v on v.tenant_id = n.tenant_id and v.node_id = n.id
      join file f on f.tenant_id = v.tenant_id and f.id = v.file_id
      where n.tenant_id = t.tenant_id and n.trash_root = t.item_id::uuid), 0)
    where t.kind = 'disk';
  foreach tab in array tabs loop
    execute format('alter table %s force row level security', tab);
  end loop;
end $$;
