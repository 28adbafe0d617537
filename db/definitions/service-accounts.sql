-- Of the administration, which sees every clinic.
grant select, insert, update, delete on service_accounts, service_tokens, service_assertions to eupnea_identity;
alter table service_accounts enable row level security;
create policy service_accounts_scope on service_accounts using ((select scope_all()));
alter table service_tokens enable row level security;
create policy service_tokens_scope on service_tokens using ((select scope_all()));
alter table service_assertions enable row level security;
create policy service_assertions_scope on service_assertions using ((select scope_all()));

-- Who holds a token: asked before there is a scope, to find out who calls. Reveals nothing else.
create function service_holder(token text)
  returns table (account_id text, name text, scopes text[], clinic_ids text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select a.id, a.name, t.scopes, coalesce(a.clinic_ids, array(select c.id from public.clinics c))
    from public.service_tokens t join public.service_accounts a on a.id = t.account_id
    where t.token_hash = token and t.expires_at > now();
  end;
grant execute on function service_holder to eupnea_identity;
