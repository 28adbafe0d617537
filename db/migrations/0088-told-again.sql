-- The instant of what a receiver is told again, such as that the acknowledgement of a danger is over (AN-5).
alter table deliveries add column occasion timestamptz;
drop index deliveries_once;
create unique index deliveries_once on deliveries (notification_id, step, severity, channel, recipient, occasion)
  nulls not distinct where notification_id is not null;
