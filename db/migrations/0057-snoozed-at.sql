-- When it was snoozed (AN-6): a snooze is undone only shortly afterwards.
alter table notifications add column snoozed_at timestamptz;
