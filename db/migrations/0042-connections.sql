-- Counts the connections of a device: what an older one says of its end, which its node may learn only minutes after
-- the device came to another node, says nothing about the device.
alter table presence add column connection bigint not null default 0;
