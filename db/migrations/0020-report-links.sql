-- Links by which anyone who holds one opens a daily report (RP-4). Only a hash of the secret is kept.
create table report_links (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- SHA-256 of 128 random bits, hexadecimal
  token_hash text not null unique,
  date date not null,
  -- null: all floors
  floor text,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened bigint not null default 0,
  last_opened_at timestamptz
);
create index on report_links (clinic_id, created_at desc, id);

grant select, insert, update, delete on report_links to eupnea_app;
alter table report_links enable row level security;
create policy report_links_scope on report_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Who stands in the reports of a facility. Rooms and floors sort as people count them.
create view report_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room collate numeric_order as room,
    floor collate numeric_order as floor, status
  from residents;

-- The newest minute of each span; one probe of the index each.
create function last_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select m.minute from minutes m
    where m.device_no = s.device and m.minute >= s.since and m.minute < s.until
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    order by m.minute desc limit 1
  ) m
$$;

grant select on report_residents to eupnea_app;
grant execute on function last_minutes to eupnea_app;
