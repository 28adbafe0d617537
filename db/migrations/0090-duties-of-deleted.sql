-- A duty outlives its user, so that its floors are known to be uncovered.
alter table duties alter column user_id drop not null;
alter table duties drop constraint duties_user_id_fkey;
alter table duties add constraint duties_user_id_fkey foreign key (user_id) references users on delete set null;
