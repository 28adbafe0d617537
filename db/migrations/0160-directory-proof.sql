-- A sign-in that is to prove anew who somebody is: the directory must have asked them a moment ago (DO-5).
alter table directory_attempts add is_proof boolean not null default false;
