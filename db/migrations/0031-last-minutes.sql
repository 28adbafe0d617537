-- The newest minute of each span. Looked for in the last minutes before its end first, where it nearly always is: a probe
-- of the index reads all that a page of it has of the device, which is hours.
create or replace function last_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select coalesce(
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= greatest(s.since, s.until - interval '15 minutes')
          and m.minute < s.until and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      ),
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= s.since and m.minute < s.until
          and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      )
    ) as minute
    -- offset 0: found once, not again for the condition below
    offset 0
  ) m
  where m.minute is not null
$$;
