-- finds what another system was sent last
create index on deliveries (recipient, no) where channel in ('webhook', 'nurse-call');
