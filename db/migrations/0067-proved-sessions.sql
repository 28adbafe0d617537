-- When whoever holds the session last proved who they are: sensitive acts ask again ten minutes later (DO-5).
alter table sessions add proved_at timestamptz not null default now();
