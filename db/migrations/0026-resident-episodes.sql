-- When a resident's respiration left the usual range, for reports about them (RP-6).
create view resident_episodes with (security_invoker = true) as
  select clinic_id, resident_id, raised_at from episodes;
create index on episodes (resident_id, raised_at);

grant select on resident_episodes to eupnea_app;
