-- adt: what the EHR has sent could not be applied, and waits for a person (EH-5)
alter table monitoring_outages drop constraint monitoring_outages_cause_check;
alter table monitoring_outages add constraint monitoring_outages_cause_check
  check (cause in ('readings', 'sensors', 'jobs', 'clock', 'duty', 'webhook', 'adt'));

-- A number that comes again with other content is kept for a person too, beside the first.
alter table adt_messages drop constraint adt_messages_clinic_id_control_id_key;
alter table adt_messages add unique (clinic_id, control_id, digest);
create index on adt_messages (clinic_id, received_at) where state = 'failed';
