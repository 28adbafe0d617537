-- When it became worse, sent or not; worse_at is also when something that came late was sent after all (WA-8). Until now
-- the history took it from worse_at, except of what had come late.
alter table notifications add column became_worse_at timestamptz;
update notifications set became_worse_at = coalesce(worse_late_at, worse_at)
where worse_late_at is not null or (worse_at is not null and created_at <= raised_at + interval '5 minutes');
