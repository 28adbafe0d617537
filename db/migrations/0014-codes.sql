-- When codes of a kind went out within the last hour: no more than some are sent, so that nobody's telephone or mailbox
-- is flooded (ID-9).
alter table codes add column sent_times timestamptz[] not null default array[now()];

-- A user's new challenge replaces the older ones; invitations stay for days.
create index on verifications (value);
