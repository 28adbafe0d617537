-- The EHR is read a second time when somebody who was listed before is missing; what the first time brought stays.
alter table ehr_runs add column is_second_look boolean not null default false;
