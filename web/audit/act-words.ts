import { type Act, type ActNoun, type AuditEntry, actVerbs } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'

/** The acts of the audit log in words (AP-5). */
const acts: Readonly<Record<Act, string | (() => string)>> = {
  'audit.search': 'Searched the audit log',
  'billing.list': 'Looked through billing',
  'billing.list-month': 'Looked through the billing of a month',
  'billing.read-days': 'Read the monitored days of a resident',
  'device.activate': 'Made a device active',
  'device.add-in-stock': 'Added a device to the stock',
  'device.assign': 'Linked a device to a resident',
  'device.create': 'Added a device',
  'device.create-many': 'Added several devices',
  'device.deactivate': 'Made a device inactive',
  'device.delete': 'Deleted a device',
  'device.update': 'Edited a device',
  'device.list': 'Looked through devices',
  'device.list-all': 'Looked through all devices of a facility',
  'device.list-inventory': 'Looked through the inventory',
  'device.list-records': 'Looked through device records',
  'device.read': 'Opened a device',
  'device.read-activity': 'Watched a new device',
  'device.read-malformed': 'Read the refused messages of a device',
  'device.remove': 'Removed a device from a facility',
  'device.remove-all': 'Removed all devices of a facility',
  'device.rename': 'Renamed a device',
  'device.replace': 'Replaced a device',
  'device.return': 'Returned a device',
  'device.rotate-key': 'Gave a device a new key',
  'device.unassign': 'Removed a resident from a device',
  'device.watch': 'Watched a device live',
  'device.watch-all': 'Watched devices live',
  'ehr-import.cancel': 'Discarded an import from the EHR',
  'ehr-import.confirm': 'Confirmed an import from the EHR',
  'ehr-import.connect': 'Connected an EHR',
  'ehr-import.decide': 'Decided about a row of an import',
  'ehr-import.disconnect': 'Disconnected an EHR',
  'ehr-import.fail': 'An import from the EHR failed',
  'ehr-import.finish': 'Finished an import from the EHR',
  'ehr-import.list-rows': 'Looked through an import from the EHR',
  'ehr-import.read': 'Read residents from the EHR',
  'ehr-import.start': 'Started an import from the EHR',
  'eligibility.list': 'Looked through eligibility logs',
  'clinic.create': 'Added a facility',
  'clinic.update': 'Edited a facility',
  'clinic.remove-demo': 'Removed the demonstration facility',
  'clinic.remove-logo': 'Removed the logo of a facility',
  'clinic.upload-logo': 'Set the logo of a facility',
  'file.open-link': 'Opened a document by its link',
  'medical-group.create': 'Added a medical group',
  'medical-group.assign-clinics': 'Changed the facilities of a medical group',
  'medical-group.delete': 'Deleted a medical group',
  'medical-group.update': 'Edited a medical group',
  'member.accept-invitation': 'Accepted the invitation of a Provider',
  'member.assign': 'Assigned a member to a Provider',
  'member.count-sessions': 'Read how many nights a member slept',
  'member.decline-invitation': 'Declined the invitation of a Provider',
  'member.invite': 'Invited a member',
  'member.link-resident': 'Linked a member to a resident',
  'member.list': 'Looked through members',
  'member.list-active': 'Looked through active members',
  'member.list-shared': 'Looked through shared members',
  'member.read': 'Opened a member',
  'member.read-nights': 'Read the nights of a member',
  'member.read-own': 'Looked at their own nights',
  'member.revoke': 'Revoked a Provider of a member',
  'member.share': 'Shared a member with a Provider',
  'member.unlink': 'Unlinked a Provider from themselves',
  'member.unlink-resident': 'Unlinked a member from a resident',
  'message.list': 'Looked through the outbox',
  'message.resend': 'Sent a message again',
  'observation.list': 'Read observations of a resident (FHIR)',
  'observation.list-patients': 'Looked through patients (FHIR)',
  'observation.read-patient': 'Read a patient (FHIR)',
  'note.create': m.note_act_add,
  'note.create-change': m.note_act_add_change,
  'note.update': m.note_act_edit,
  'note.list': m.note_act_list,
  'note.read': m.note_act_read,
  'note.read-file': m.note_act_read_file,
  'note.read-versions': m.note_act_read_versions,
  'note.upload-file': m.note_act_upload_file,
  'privacy.create-request': 'Noted a request about personal data',
  'privacy.close-request': 'Closed a request about personal data',
  'privacy.erase-resident': 'Erased a resident',
  'privacy.erase-user': 'Erased a user',
  'privacy.export-resident': 'Made a copy of the data of a resident',
  'privacy.export-user': 'Made a copy of the data of a user',
  'privacy.extend-request': 'Extended a request about personal data',
  'privacy.list': 'Looked through requests about personal data',
  'notification.acknowledge': 'Acknowledged a notification',
  'notification.list': 'Looked through notifications',
  'notification.read': 'Opened a notification',
  'notification.see': 'Saw a notification',
  'notification.see-all': 'Marked all notifications as seen',
  'notification.snooze': 'Snoozed a notification',
  'report.create-link': 'Made a link to a daily report',
  'report.daily': 'Read a daily report',
  'report.list-devices': 'Looked up devices to report on',
  'report.list-residents': 'Looked up residents to report on',
  'report.email': 'Sent a daily report by e-mail',
  'report.email-daily': 'Sent the daily report to its recipients',
  'report.live-graph': 'Read live graphs',
  'report.minutely': 'Read minute averages',
  'report.open': 'Opened a daily report by its link',
  'report.patient': 'Read the report of a resident',
  'report.raw': 'Read raw readings',
  'report.revoke-link': 'Revoked a link to a daily report',
  'report.rr': 'Read respiration averages',
  'report.rr-24-72': 'Read respiration of a facility over 24 and 72 hours',
  'report.open-saved': 'Opened a saved daily report',
  'report.pdf': 'Read a daily report as a PDF',
  'report.save': 'Saved a daily report as a PDF',
  'report.tib': 'Read the time in bed',
  'report.tib-combined': 'Read the time in bed of several residents',
  'resident.create': 'Added a resident',
  'resident.delete': 'Deleted a resident',
  'resident.discharge': 'Discharged a resident',
  'resident.update': 'Edited a resident',
  'resident.flag': 'Changed the flag of a resident',
  'resident.import-create': 'Added a resident from the EHR',
  'resident.import-discharge': 'Discharged a resident as the EHR did',
  'resident.import-update': 'Edited a resident as the EHR did',
  'resident.import-readmit': 'Readmitted a resident as the EHR did',
  'resident.list': 'Looked through residents',
  'resident.list-live': 'Watched live values',
  'resident.list-rooms': 'Looked through rooms',
  'resident.read': 'Opened a resident',
  'resident.read-face-sheet': 'Opened a face sheet',
  'resident.read-flags': 'Read the flags of a resident',
  'resident.readmit': 'Readmitted a resident',
  'resident.remove-face-sheet': 'Removed a face sheet',
  'resident.undelete': 'Restored a deleted resident',
  'resident.upload-face-sheet': 'Stored a face sheet',
  'resident.watch': 'Watched a resident live',
  'resident.watch-all': 'Watched the residents of a facility live',
  'session.challenge': 'Signed in as far as a further step',
  'session.confirm-email': 'Confirmed an e-mail address',
  'session.confirm-email-failed': 'Failed to confirm an e-mail address',
  'session.new-password': 'Chose a new password',
  'session.otp-failed': 'Gave a wrong code by SMS',
  'session.recovery': 'Asked for a recovery code',
  'session.recovery-failed': 'Gave a wrong recovery code',
  'session.reset-password': 'Reset a password by code',
  'session.sign-in': 'Signed in',
  'session.sign-in-failed': 'Failed to sign in',
  'session.sign-out': 'Signed out',
  'session.verify-email': 'Asked for a verification code',
  'sms-alert.create': 'Subscribed a phone number to alerts',
  'sms-alert.disable': 'Disabled an alert subscription',
  'sms-alert.open': 'Followed the link of an alert',
  'sms-alert.read-deliveries': 'Read who was told of a notification',
  'user.accept-agreement': 'Accepted the user agreement',
  'user.create': 'Added a user',
  'user.create-first-superadmin': 'Made the first Superadmin',
  'user.assign-clinic': 'Gave a user access to a facility',
  'user.delete': 'Deleted a user',
  'user.disable': 'Disabled a user',
  'user.enable': 'Enabled a user',
  'user.read-login-history': 'Read the login history of a user',
  'user.remove-all': 'Removed the users of a facility',
  'user.send-set-password': 'Sent a user a link or password',
  'user.set-clinics': 'Changed the facility access of a user',
  'user.update': 'Edited a user',
}

const wordsOf = (words: string | (() => string)): string => (typeof words === 'string' ? words : words())

const nouns: Readonly<Record<ActNoun, string>> = {
  audit: 'Audit log',
  billing: 'Billing',
  device: 'Devices',
  'ehr-import': 'EHR import',
  eligibility: 'Eligibility logs',
  clinic: 'Facilities',
  file: 'Documents',
  'medical-group': 'Medical groups',
  member: 'Members',
  message: 'Outbox',
  note: 'Notes',
  observation: 'FHIR',
  privacy: 'Privacy',
  notification: 'Notifications',
  report: 'Reports',
  resident: 'Residents',
  session: 'Signing in',
  'sms-alert': 'SMS alerts',
  user: 'Users',
}

/** `resident.discharge` → `Discharged a resident`; an act that this version does not know is shown as it is. */
export const actText = (act: string): string => wordsOf(acts[act as Act] ?? act)

/** What the search offers: each noun whole, then its acts. */
export const actGroups = (Object.keys(nouns) as ActNoun[]).map((noun) => ({
  noun,
  label: nouns[noun],
  acts: actVerbs[noun].map((verb) => {
    const value = `${noun}.${verb}` as Act
    return { value, label: wordsOf(acts[value]) }
  }),
}))

/** Who acted: a person by e-mail, anything else by its kind. */
export function actorText({ actor_type, actor_name, actor_id }: AuditEntry): string {
  if (actor_type === 'user') return actor_name || actor_id
  if (actor_type === 'job') return `The portal (${actor_name || actor_id})`
  if (actor_type === 'device') return `Device ${actor_id}`
  if (actor_type === 'link') return 'Somebody with a link'
  return 'A visitor'
}

/** `is_temporary` → `Is temporary`. */
export const detailLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1)
}

/** A value of the detail as a person reads it. */
export function detailText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(detailText).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${detailLabel(name)}: ${detailText(part)}`)
      .join('; ')
  return String(value)
}

export interface Change {
  readonly before: unknown
  readonly after: unknown
}

/** `12 → 14`. */
export const changeText = ({ before, after }: Change): string => `${detailText(before)} → ${detailText(after)}`
