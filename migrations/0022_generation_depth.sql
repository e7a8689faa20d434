-- What a generation was made after, and which generations stay when old ones are swept.

-- somebody refers to it: signed, exported, cited
alter table generation add column kept boolean not null default false;

-- the generation that showed before the one that shows: reviewers see what changed between the two
alter table firm_project add column generation_before uuid;
