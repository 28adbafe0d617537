-- Names as they are searched, in both orders. To fold every name that a search finds took most of its time.
alter table users add column names_folded text not null
  generated always as (fold(first_name || ' ' || last_name || ' ' || first_name)) stored;

drop index users_fold_idx;
create index on users using gin (names_folded gin_trgm_ops);

-- So that skipping pages and matching terms too short for trigrams reads only the index.
drop index users_lower_lower1_id_first_name_last_name_idx;
create index on users ((lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id)
  include (names_folded);
