-- People in their departments, however a user came to be: signed up, invited, imported or let in by another system.

create function keep_main_dept() returns trigger language plpgsql as $$
begin
  insert into user_dept (tenant_id, user_id, dept_id) values (new.tenant_id, new.id, new.dept_id) on conflict do nothing;
  return null;
end $$;
create trigger main_dept after insert or update of dept_id on app_user for each row when (new.dept_id is not null)
  execute function keep_main_dept();

create index dept_of_leader on dept (tenant_id, leader_id) where leader_id is not null;
create unique index dept_name_once on dept (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), dept_name)
  where is_deleted = 0;
create index role_newest on role (tenant_id, sort, id) where is_deleted = 0;
create index post_by_sort on post (tenant_id, sort, id) where is_deleted = 0;

-- a hand-over asks what is whose
create index firm_enterprise_of_creator on firm_enterprise (tenant_id, create_user) where is_deleted = 0;
create index firm_project_of_creator on firm_project (tenant_id, create_user) where is_deleted = 0;
create index firm_project_of_owner on firm_project (tenant_id, owner) where is_deleted = 0;
create index enterprise_member_of_user on enterprise_member (tenant_id, user_id);
create index project_member_of_user on project_member (tenant_id, user_id);
create index file_of_creator on file (tenant_id, create_user) where is_deleted = 0;
