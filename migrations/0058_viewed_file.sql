-- What the viewer has made of a file (a document drawn as a PDF, an entry of an archive) is swept after its days.
create index file_viewed_term on file (create_time) where is_deleted = 0 and purpose = 'viewed';
