-- Scheduled jobs whose last run failed, until one succeeds, so that the operator is told once (AN-10).
create table job_failures (
  job text primary key,
  since timestamptz not null,
  told_at timestamptz
);
