-- When it came back after its end, or there was more of it: since then nobody had acknowledged it.
alter table notifications add column reopened_at timestamptz[] not null default '{}';
update notifications set reopened_at = array[worse_at] where outage_id is not null and worse_at is not null;
