-- Acts of the audit log are named after the verbs of their calls.
update audit_entries set act = renamed.now
from (values
  ('facility.add', 'clinic.create'),
  ('facility.edit', 'clinic.update'),
  ('facility.remove-demo', 'clinic.remove-demo'),
  ('facility.remove-logo', 'clinic.remove-logo'),
  ('facility.set-logo', 'clinic.upload-logo'),
  ('device.edit', 'device.update'),
  ('medical-group.add', 'medical-group.create'),
  ('medical-group.assign-facilities', 'medical-group.assign-clinics'),
  ('medical-group.edit', 'medical-group.update'),
  ('note.add', 'note.create'),
  ('note.add-change', 'note.create-change'),
  ('note.edit', 'note.update'),
  ('privacy.add-request', 'privacy.create-request'),
  ('resident.add', 'resident.create'),
  ('resident.edit', 'resident.update'),
  ('resident.import-add', 'resident.import-create'),
  ('resident.import-edit', 'resident.import-update'),
  ('sms-alert.add', 'sms-alert.create'),
  ('user.add', 'user.create'),
  ('user.add-first-superadmin', 'user.create-first-superadmin')
) as renamed (before, now)
where act = renamed.before;
