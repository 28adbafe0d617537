-- The portal now works as eupnea_requests, eupnea_identity and eupnea_work, each of which signs in by itself (DO-1). The
-- role of earlier versions keeps nothing here; other databases of the server may still use it.
revoke all on all tables in schema public from eupnea_app;
revoke all on all functions in schema public from eupnea_app;
revoke all on all sequences in schema public from eupnea_app;
revoke all on schema public from eupnea_app;

-- Which role made the call: its answer is for that role only.
alter table answered_calls add role name not null default 'eupnea_requests';
alter table answered_calls alter role set default current_user;
