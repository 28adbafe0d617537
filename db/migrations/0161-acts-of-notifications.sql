-- By which the history of a notification finds what people did about it.
create index on audit_entries ((detail ->> 'notification_id'), id) where detail ->> 'notification_id' is not null;
