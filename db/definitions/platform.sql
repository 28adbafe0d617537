-- The scope that row-level security checks. Each transaction sets it once (server/platform/context.ts): everything, or
-- a list of clinics, and the person who calls.
create function scope_all() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') = 'all';

create function scope_clinics() returns text[]
  language sql stable parallel safe
  return string_to_array(coalesce(current_setting('app.clinics', true), ''), ',');

-- Who calls: rows of persons belong to them, whatever the clinics of the scope (docs/decisions/0011-members.md).
create function scope_user() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.user', true), '');

-- The floor beyond which a display sees no resident; null: no such limit.
create function scope_floor() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.floor', true), '');

-- Sealing keys: by their names only, so that nothing here can be replaced.
grant select, insert on settings to eupnea_work;
alter table settings enable row level security;
create policy settings_vapid on settings to eupnea_work using (name = 'vapid');

-- When a day begins in a zone. Where the clock goes back from 01:00, midnight comes twice: the day begins with the first, as
-- everywhere else in the portal. PostgreSQL takes the second.
create function day_start(day date, zone text) returns timestamptz
  language sql stable parallel safe
  return day::timestamp at time zone zone - case
    when (day::timestamp at time zone zone - interval '1 hour') at time zone zone = day::timestamp then interval '1 hour'
    else interval '0'
  end;
