-- Text as it is searched: without case and without marks, for a keyboard may have no ë at hand. Most names are plain
-- letters, which need no more than small ones.
create function fold(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = length($1) then lower($1)
    else regexp_replace(lower(normalize($1, nfd)), '[\u0300-\u036f]', '', 'g') end;

drop index users_expr_idx, users_email_idx, audit_entries_actor_name_idx;
create index on users using gin (fold(first_name || ' ' || last_name || ' ' || first_name) gin_trgm_ops);
create index on users using gin (fold(email) gin_trgm_ops);
create index on audit_entries using gin (fold(actor_name) gin_trgm_ops);
