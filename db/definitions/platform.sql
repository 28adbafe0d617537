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
