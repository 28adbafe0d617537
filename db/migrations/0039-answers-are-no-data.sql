-- As in 0029, but answers that are kept for a call sent again (0032) are of those they tell of, not of who asked.
create or replace function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users', 'answered_calls')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.%I = $1', found.tab, found.tab, found.col)
      using person;
  end loop;
end
$$;
