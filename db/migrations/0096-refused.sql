-- Since when a browser's push service refuses the portal, as after another VAPID key; null: it takes pushes, or nobody knows.
alter table push_subscriptions add refused_at timestamptz;
