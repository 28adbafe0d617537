-- How a facility writes dates, times and numbers: a BCP 47 tag of texts/locale.ts.
alter table clinics add locale text not null default 'en-GB';
