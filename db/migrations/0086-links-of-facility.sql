-- The links of one facility are found without reading the others'.
create index on device_assignments (clinic_id, since);
