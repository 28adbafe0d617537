-- undelivered: messages about notifications don't reach somebody
alter table monitoring_outages drop constraint monitoring_outages_cause_check;
alter table monitoring_outages add constraint monitoring_outages_cause_check
  check (cause in ('readings', 'sensors', 'jobs', 'clock', 'duty', 'webhook', 'adt', 'undelivered'));
create index on deliveries (created_at) where notice is not null;
