-- Who administers a facility as one of its own staff (EA-3). The right goes with the facility: who loses one has lost both.
alter table user_clinics add column is_admin boolean not null default false;
