-- A menu entry shows only where its meta says so (specification, section 5); until now every page without the word did.
alter table menu no force row level security;
update menu set meta = meta || '{"isMenu": "true"}' where category = 1 and not meta ? 'isMenu';
alter table menu force row level security;
