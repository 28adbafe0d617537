-- How often each page was opened and each action was taken, by day. No persons, no addresses (AP-4).
create table tracked_events (
  day date not null,
  name text not null,
  route text not null,
  role text not null,
  count bigint not null,
  primary key (day, name, route, role)
);
