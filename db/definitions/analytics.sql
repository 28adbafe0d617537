grant select, insert, update on tracked_events to eupnea_app;
