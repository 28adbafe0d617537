-- Samples. device_no and clinic_no are the device and its clinic at the time of the reading, so that a device that
-- moves to another clinic leaves its measurements behind. clinic_no 0: a device in stock.

-- (device_no, ts) identifies a reading; the first one wins. Partitioned by day of ts (keep_partitions).
create table readings (
  device_no integer not null,
  clinic_no integer not null,
  ts timestamptz not null,
  rr real,
  dist real,
  primary key (device_no, ts)
) partition by range (ts);

create table waves (
  device_no integer not null,
  clinic_no integer not null,
  ts timestamptz not null,
  hz real not null,
  -- little-endian float32, millimetres
  samples bytea not null,
  primary key (device_no, ts)
) partition by range (ts);

-- Sums of one minute of one device. Sums, so that late readings are added instead of recounting.
create table minutes (
  device_no integer not null,
  clinic_no integer not null,
  minute timestamptz not null,
  n integer not null,
  n_rr integer not null,
  sum_rr double precision not null,
  min_rr real,
  max_rr real,
  n_dist integer not null,
  sum_dist double precision not null,
  n_presence integer not null,
  primary key (device_no, minute)
) partition by range (minute);

-- Sums over the minutes of a closed hour, made by a job. If a row is missing, read the minutes. Late readings delete
-- the row of their hour in the transaction that stores them, so a row is never out of date.
create table hours (
  device_no integer not null,
  clinic_no integer not null,
  hour timestamptz not null,
  -- minutes with any reading, with a valid rr, with a valid distance, in bed
  n smallint not null,
  n_rr smallint not null,
  n_dist smallint not null,
  n_in_bed smallint not null,
  -- sums of minute averages, and the smallest and largest reading
  sum_rr double precision not null,
  min_rr real,
  max_rr real,
  sum_dist double precision not null,
  -- In time zones with half hours a day begins in the middle of an hour. Bit m: minute m has a reading, or a valid rr,
  -- so an hour can be cut at any minute without reading its minutes. Null in rows older than these columns.
  heard bigint,
  valid bigint,
  primary key (device_no, hour)
);
create index on hours (hour);

-- The newest reading of each device; live state is rebuilt from it.
create table latest (
  device_no integer primary key,
  clinic_no integer not null,
  ts timestamptz not null,
  rr real,
  dist real,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Whether a device is online: from its own connection, its status message, its last will, or silence.
create table presence (
  device_no integer primary key,
  online boolean not null,
  changed_at timestamptz not null,
  -- Counts the device's connections. A node may notice the end of an old one minutes after the device has connected to
  -- another node; that end says nothing about the device.
  connection bigint not null default 0
) with (fillfactor = 50);

-- Each resident's usual rate, for the r-score.
create table baselines (
  resident_id text primary key references residents on delete cascade,
  median real not null,
  mad real not null,
  minutes integer not null,
  computed_at timestamptz not null
);
