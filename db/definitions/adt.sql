grant select, insert, update, delete on adt_senders, adt_messages, adt_people to eupnea_requests, eupnea_work;
alter table adt_senders enable row level security;
create policy adt_senders_scope on adt_senders
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table adt_messages enable row level security;
create policy adt_messages_scope on adt_messages
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table adt_people enable row level security;
create policy adt_people_scope on adt_people
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whether another facility, which the caller may not see, has that name in MSH-4. Reveals nothing else.
create function is_sender_name_taken(sender text, own_clinic text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select exists (
      select from public.adt_senders where lower(sender_name) = lower(sender) and clinic_id <> own_clinic
    );
  end;
grant execute on function is_sender_name_taken to eupnea_requests;

-- Senders of which nothing was taken for a day or longer, and since when: twice the longest time that they were silent
-- before, but a week at most. A small home has days without any change.
create view silent_adt with (security_invoker = true) as
  select s.clinic_id, coalesce(h.heard_at, s.updated_at) as since
  from adt_senders s
  left join lateral (
    select m.received_at as heard_at from adt_messages m
    where m.clinic_id = s.clinic_id and m.state <> 'refused'
    order by m.received_at desc limit 1
  ) h on true
  cross join lateral (select now() - greatest(h.heard_at, s.updated_at) as silence) n
  where n.silence > interval '1 day' and n.silence > least(interval '7 days', 2 * (
    select coalesce(max(g.gap), interval '0') from (
      select m.received_at - lag(m.received_at) over (order by m.received_at) as gap from adt_messages m
      where m.clinic_id = s.clinic_id and m.state <> 'refused'
    ) g
  ));

-- Facilities whose messages could not be applied, come under an unknown name, or don't come at all, and since when. Where
-- several facilities have the same sender, an unknown name may be that of yet another one.
create view unapplied_adt with (security_invoker = true) as
  select clinic_id, min(received_at) as since from adt_messages where state = 'failed' group by clinic_id
  union all
  select s.clinic_id, s.refused_since from adt_senders s
  where s.refused_since < now() - case
    when exists (select from adt_senders o where o.clinic_id <> s.clinic_id and o.addresses && s.addresses)
    then interval '24 hours' else interval '1 hour' end
  union all
  select clinic_id, since from silent_adt;
