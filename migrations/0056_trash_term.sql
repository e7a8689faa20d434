-- The days of a deleted thing begin when it came on the list: what had been deleted before there was one is not gone the first night.
alter table trash_item add column listed_at timestamptz not null default now();

-- By which password a program holds a lock: with the password its locks end.
alter table dav_lock add column password_id uuid;
alter table dav_lock add foreign key (tenant_id, password_id) references dav_password on delete cascade;
create index dav_lock_of_password on dav_lock (tenant_id, password_id);
