-- Lists of a folder put folders first whatever they are sorted by: the indexes stand in that order, so that a page is read and not
-- sorted out of all that lies in the folder.
drop index disk_node_of_parent;
create index disk_node_of_parent on disk_node (tenant_id, parent_id, kind desc, name_key, id) where trashed_at is null;
drop index disk_node_newest;
create index disk_node_newest on disk_node (tenant_id, parent_id, kind desc, update_time desc, name_key, id) where trashed_at is null;
drop index disk_node_of_size;
create index disk_node_of_size on disk_node (tenant_id, parent_id, kind desc, size desc, name_key, id) where trashed_at is null;
