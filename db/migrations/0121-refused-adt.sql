-- Since when messages from the sender's addresses are refused because their name (MSH-4) is unknown; null: since the last
-- one with its own name, none was
alter table adt_senders add refused_since timestamptz;
