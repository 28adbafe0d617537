-- What staff call a resident by, where it is not the first name.
alter table residents add preferred_name text not null default '';
