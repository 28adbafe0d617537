-- By which a link ends with their account, whatever their address is by then (SI-1). Null: made before this was kept by
-- somebody whose address is another's or nobody's now.
alter table report_links add column creator_id text;
update report_links set creator_id = u.id from users u where u.email = created_by;
