-- What every node must agree on.
create table settings (
  name text primary key,
  value text not null
);
insert into settings (name, value) values ('secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
grant select on settings to eupnea_app;
