grant select, insert, update on tracked_events to eupnea_requests, eupnea_work;
