-- Nobody asks when a night was judged, only whether.
alter table trend_nights drop column judged_at;
