-- Finds what hasn't ended in a facility without reading those of others, or its own past.
create index episodes_open_of_clinic on episodes (clinic_id) where ended_at is null;

-- As the views say it: with coalesce, row-level security kept the planner from these indexes, because it takes coalesce
-- for something that could tell of rows that aren't the caller's.
drop index episodes_ends;
create index episodes_ends on episodes (clinic_id, (case when ended_at is null then 'infinity' else ended_at end));
create index monitoring_outages_ends on monitoring_outages
  (clinic_id, (case when ended_at is null then 'infinity' else ended_at end));
drop index signal_spans_gaps;
create index signal_spans_gaps on signal_spans (clinic_id, (case when until is null then 'infinity' else until end))
  where state in ('silent', 'clock', 'malformed', 'stuck', 'paused');
