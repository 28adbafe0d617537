-- True: the rate is null because the wave shows movement, which hides breathing (WA-2).
alter table readings add column is_moving boolean;
