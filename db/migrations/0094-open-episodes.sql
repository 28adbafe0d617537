-- Finds what hasn't ended in a facility without reading those of others, or its own past.
create index episodes_open_of_clinic on episodes (clinic_id) where ended_at is null;
