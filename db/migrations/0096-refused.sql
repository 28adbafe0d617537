-- Since when a browser's push service refuses the portal, as after another VAPID key; null: it takes pushes, or nobody knows.
alter table push_subscriptions add refused_at timestamptz;

-- refused: not for the portal; one row for each kind of message, of when it last came, and nothing that it says
alter table adt_messages drop constraint adt_messages_state_check;
alter table adt_messages add constraint adt_messages_state_check
  check (state in ('applied', 'waiting', 'failed', 'dismissed', 'refused'));
