grant select, insert, update, delete on saved_views to eupnea_requests;
alter table saved_views enable row level security;
-- Nobody else's, whatever they may see: a name can say anything.
create policy saved_views_scope on saved_views
  using ((select scope_all()) or user_id = (select scope_user()));
