-- So that skipping pages and searching for what many names contain read only the index.
drop index users_lower_lower1_id_names_folded_idx;
create index on users ((lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id)
  include (names_folded, first_name, last_name);
