-- Minutes of billing months that had ended when a stuck sensor was found to have repeated them: nobody counts them any
-- more, but billing, whose closed months don't change (WA-4).
create table closed_minutes (
  device_no integer not null,
  clinic_no integer not null,
  minute timestamptz not null,
  -- it had a valid rr
  is_valid boolean not null,
  primary key (device_no, minute)
);
