grant select, insert, update, delete on sessions, accounts, verifications, live_tokens, codes to eupnea_app;
grant select, insert, delete on auth_events to eupnea_app;
