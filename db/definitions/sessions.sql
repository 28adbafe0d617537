-- Of sign-in, and nobody else's (DO-1). Who is meant by a token or code is only known once it is found, so its role sees
-- every row; any other has no grant and, if it ever got one, no policy.
grant select, insert, update, delete on sessions, accounts, verifications, live_tokens, codes, known_browsers,
  sign_in_guesses, authenticators, passkeys, backup_codes, two_step_roles to eupnea_identity;
grant select, insert, delete on auth_events to eupnea_identity;
alter table sessions enable row level security;
create policy sessions_identity on sessions to eupnea_identity using (true);
alter table accounts enable row level security;
create policy accounts_identity on accounts to eupnea_identity using (true);
alter table verifications enable row level security;
create policy verifications_identity on verifications to eupnea_identity using (true);
alter table live_tokens enable row level security;
create policy live_tokens_identity on live_tokens to eupnea_identity using (true);
alter table codes enable row level security;
create policy codes_identity on codes to eupnea_identity using (true);
alter table known_browsers enable row level security;
create policy known_browsers_identity on known_browsers to eupnea_identity using (true);
alter table sign_in_guesses enable row level security;
create policy sign_in_guesses_identity on sign_in_guesses to eupnea_identity using (true);
alter table authenticators enable row level security;
create policy authenticators_identity on authenticators to eupnea_identity using (true);
alter table passkeys enable row level security;
create policy passkeys_identity on passkeys to eupnea_identity using (true);
alter table backup_codes enable row level security;
create policy backup_codes_identity on backup_codes to eupnea_identity using (true);
alter table two_step_roles enable row level security;
create policy two_step_roles_identity on two_step_roles to eupnea_identity using (true);

-- A copy of a person's data has their sign-ins.
grant select on auth_events to eupnea_requests;
alter table auth_events enable row level security;
create policy auth_events_identity on auth_events to eupnea_identity using (true);
create policy auth_events_scope on auth_events for select to eupnea_requests
  using ((select scope_all()) or user_id = (select scope_user()));

-- Counts a guess for each of `counted`, of which `most` may be made at once and then one every `seconds`, unless one of
-- them has had its most. Returns 0 when it was counted, otherwise the seconds to wait. Nodes and simultaneous guesses see
-- each other, because the rows are locked first, in one order.
create function count_guess(counted text[], most integer[], seconds integer[]) returns integer
language plpgsql as $$
declare
  wait numeric;
begin
  insert into sign_in_guesses (counted_for, empty_at) select c, clock_timestamp() from unnest(counted) c order by 1
    on conflict (counted_for) do update set empty_at = greatest(sign_in_guesses.empty_at, clock_timestamp());
  -- More than its most can't have been counted: the clock was set back since.
  update sign_in_guesses g set empty_at = clock_timestamp() + make_interval(secs => l.most * l.seconds)
    from unnest(counted, most, seconds) l (counted_for, most, seconds)
    where g.counted_for = l.counted_for and g.empty_at > clock_timestamp() + make_interval(secs => l.most * l.seconds);
  select max(extract(epoch from g.empty_at - clock_timestamp()) - (l.most - 1) * l.seconds) into wait
    from unnest(counted, most, seconds) l (counted_for, most, seconds) join sign_in_guesses g using (counted_for);
  if wait > 0 then
    return ceil(wait);
  end if;
  update sign_in_guesses g set empty_at = g.empty_at + make_interval(secs => l.seconds)
    from unnest(counted, seconds) l (counted_for, seconds) where g.counted_for = l.counted_for;
  return 0;
end $$;
