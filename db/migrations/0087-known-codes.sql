-- A known browser's sign-in codes are its own too: whoever knows the password can neither use them up nor keep them from
-- being sent (DO-4).
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('otp', 'known-otp', 'recovery', 'known-recovery', 'verification'));
