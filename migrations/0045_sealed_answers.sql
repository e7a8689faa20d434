-- Answers kept for a repeated request are sealed from now on; those that are not are forgotten, a day early at most.
alter table idempotency no force row level security;
update idempotency set answer = null;
alter table idempotency force row level security;
