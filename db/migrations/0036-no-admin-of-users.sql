-- Never written: who administers is said by the role, and the inventory keeps its own (DE-6).
alter table users drop column admin_id;
