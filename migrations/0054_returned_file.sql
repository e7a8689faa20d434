-- What was given back to the client: of an item that came anew it is the older one, and goes nowhere any more.
alter table doc_request_file add column if not exists returned_time timestamptz;
