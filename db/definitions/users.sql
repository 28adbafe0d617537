grant select, insert, update, delete on users to eupnea_app;
