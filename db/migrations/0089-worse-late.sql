-- When it became worse in readings that came too late for that to be sent (WA-8): it is sent once they are of now.
alter table notifications add column worse_late_at timestamptz;
