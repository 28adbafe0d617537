grant select, insert, update, delete on answered_calls to eupnea_app;
alter table answered_calls enable row level security;
create policy answered_calls_scope on answered_calls
  using ((select scope_all()) or user_id = (select scope_user()));
