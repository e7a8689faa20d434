-- What people gave a generation and how its accounts were mapped, each fact by its name: what differs now says which cells are stale.
alter table generation add column inputs jsonb;
