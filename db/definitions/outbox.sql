grant select, insert, update, delete on outbox_messages, outbox_gateways to eupnea_app;
