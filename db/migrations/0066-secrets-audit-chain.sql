-- The secret key is kept outside the database: a new database never has one, others give theirs up at the next start
-- (server/platform/secret-key).
delete from settings where name = 'secret' and not exists (select from users);

-- What a column is sealed for, so that a rotation of the key finds it.
comment on column ehr_connections.sealed is 'sealed: ehr-connection {clinic_id}';
comment on column webhooks.secret is 'sealed: webhook {id}';
comment on column webhooks.former_secret is 'sealed: webhook {id}';
