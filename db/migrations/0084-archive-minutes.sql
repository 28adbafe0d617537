-- Minutes older than the newest 400 days are kept as files too, one of each device and month; `day` is its first (AR-3).
alter table archive_files drop constraint archive_files_kind_check;
alter table archive_files add check (kind in ('readings', 'waves', 'minutes'));

