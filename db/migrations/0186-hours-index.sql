-- Hours are stored as they pass, so each hour of a sensor is on another page: reports add them up from the index alone,
-- which needs pages that vacuum has seen. It comes by after so many new rows, however large the table is.
alter table hours drop constraint hours_pkey;
alter table hours add primary key (device_no, hour) include (clinic_no, n, n_rr, n_in_bed, sum_rr, min_rr, max_rr);
alter table hours set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
