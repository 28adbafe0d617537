import { type Act, type ActNoun, type AuditEntry, actVerbs } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'

/** Each act of the audit log in words (AP-5). */
const acts: Readonly<Record<Act, () => string>> = {
  'audit.search': m.audit_act_audit_search,
  'billing.list': m.audit_act_billing_list,
  'billing.list-month': m.audit_act_billing_list_month,
  'billing.read-days': m.audit_act_billing_read_days,
  'clinic.create': m.audit_act_clinic_create,
  'clinic.remove-demo': m.audit_act_clinic_remove_demo,
  'clinic.remove-logo': m.audit_act_clinic_remove_logo,
  'clinic.update': m.audit_act_clinic_update,
  'clinic.upload-logo': m.audit_act_clinic_upload_logo,
  'consent.read': m.audit_act_consent_read,
  'consent.save': m.audit_act_consent_save,
  'device.activate': m.audit_act_device_activate,
  'device.add-in-stock': m.audit_act_device_add_in_stock,
  'device.assign': m.audit_act_device_assign,
  'device.create': m.audit_act_device_create,
  'device.create-many': m.audit_act_device_create_many,
  'device.deactivate': m.audit_act_device_deactivate,
  'device.delete': m.audit_act_device_delete,
  'device.list': m.audit_act_device_list,
  'device.list-all': m.audit_act_device_list_all,
  'device.list-inventory': m.audit_act_device_list_inventory,
  'device.list-records': m.audit_act_device_list_records,
  'device.read': m.audit_act_device_read,
  'device.read-activity': m.audit_act_device_read_activity,
  'device.read-malformed': m.audit_act_device_read_malformed,
  'device.remove': m.audit_act_device_remove,
  'device.remove-all': m.audit_act_device_remove_all,
  'device.rename': m.audit_act_device_rename,
  'device.replace': m.audit_act_device_replace,
  'device.return': m.audit_act_device_return,
  'device.rotate-key': m.audit_act_device_rotate_key,
  'device.unassign': m.audit_act_device_unassign,
  'device.update': m.audit_act_device_update,
  'device.watch': m.audit_act_device_watch,
  'device.watch-all': m.audit_act_device_watch_all,
  'duty.choose-channels': m.audit_act_duty_choose_channels,
  'duty.create': m.audit_act_duty_create,
  'duty.end': m.audit_act_duty_end,
  'ehr-import.cancel': m.audit_act_ehr_import_cancel,
  'ehr-import.confirm': m.audit_act_ehr_import_confirm,
  'ehr-import.connect': m.audit_act_ehr_import_connect,
  'ehr-import.decide': m.audit_act_ehr_import_decide,
  'ehr-import.disconnect': m.audit_act_ehr_import_disconnect,
  'ehr-import.fail': m.audit_act_ehr_import_fail,
  'ehr-import.finish': m.audit_act_ehr_import_finish,
  'ehr-import.list-rows': m.audit_act_ehr_import_list_rows,
  'ehr-import.read': m.audit_act_ehr_import_read,
  'ehr-import.start': m.audit_act_ehr_import_start,
  'display.create': m.audit_act_display_create,
  'display.enrol': m.audit_act_display_enrol,
  'display.list': m.audit_act_display_list,
  'display.read-wall': m.audit_act_display_read_wall,
  'display.revoke': m.audit_act_display_revoke,
  'display.update': m.audit_act_display_update,
  'downtime.list': m.audit_act_downtime_list,
  'eligibility.list': m.audit_act_eligibility_list,
  'file.open-link': m.audit_act_file_open_link,
  'handover.pdf': m.audit_act_handover_pdf,
  'handover.read': m.audit_act_handover_read,
  'handover.take-over': m.audit_act_handover_take_over,
  'leave.end': m.audit_act_leave_end,
  'leave.read': m.audit_act_leave_read,
  'leave.save': m.audit_act_leave_save,
  'medical-group.assign-clinics': m.audit_act_medical_group_assign_clinics,
  'medical-group.create': m.audit_act_medical_group_create,
  'medical-group.delete': m.audit_act_medical_group_delete,
  'medical-group.update': m.audit_act_medical_group_update,
  'member.accept-invitation': m.audit_act_member_accept_invitation,
  'member.assign': m.audit_act_member_assign,
  'member.count-sessions': m.audit_act_member_count_sessions,
  'member.decline-invitation': m.audit_act_member_decline_invitation,
  'member.invite': m.audit_act_member_invite,
  'member.link-resident': m.audit_act_member_link_resident,
  'member.list': m.audit_act_member_list,
  'member.list-active': m.audit_act_member_list_active,
  'member.list-shared': m.audit_act_member_list_shared,
  'member.read': m.audit_act_member_read,
  'member.read-nights': m.audit_act_member_read_nights,
  'member.read-own': m.audit_act_member_read_own,
  'member.revoke': m.audit_act_member_revoke,
  'member.share': m.audit_act_member_share,
  'member.unlink': m.audit_act_member_unlink,
  'member.unlink-resident': m.audit_act_member_unlink_resident,
  'message.list': m.audit_act_message_list,
  'message.resend': m.audit_act_message_resend,
  'note.create': m.audit_act_note_create,
  'note.create-change': m.audit_act_note_create_change,
  'note.list': m.audit_act_note_list,
  'note.read': m.audit_act_note_read,
  'note.read-file': m.audit_act_note_read_file,
  'note.read-versions': m.audit_act_note_read_versions,
  'note.update': m.audit_act_note_update,
  'note.upload-file': m.audit_act_note_upload_file,
  'notification.acknowledge': m.audit_act_notification_acknowledge,
  'notification.dismiss': m.audit_act_notification_dismiss,
  'notification.list': m.audit_act_notification_list,
  'notification.read': m.audit_act_notification_read,
  'notification.see': m.audit_act_notification_see,
  'notification.see-all': m.audit_act_notification_see_all,
  'notification.snooze': m.audit_act_notification_snooze,
  'notification.unacknowledge': m.audit_act_notification_unacknowledge,
  'notification.unsnooze': m.audit_act_notification_unsnooze,
  'notification.watch': m.audit_act_notification_watch,
  'notification.watch-locked': m.audit_act_notification_watch_locked,
  'observation.list': m.audit_act_observation_list,
  'observation.list-patients': m.audit_act_observation_list_patients,
  'observation.read-patient': m.audit_act_observation_read_patient,
  'plan.list-reviews': m.audit_act_plan_list_reviews,
  'plan.preview': m.audit_act_plan_preview,
  'plan.read': m.audit_act_plan_read,
  'plan.remove': m.audit_act_plan_remove,
  'plan.update': m.audit_act_plan_update,
  'plan.update-default': m.audit_act_plan_update_default,
  'privacy.close-request': m.audit_act_privacy_close_request,
  'privacy.create-request': m.audit_act_privacy_create_request,
  'privacy.erase-resident': m.audit_act_privacy_erase_resident,
  'privacy.erase-user': m.audit_act_privacy_erase_user,
  'privacy.export-resident': m.audit_act_privacy_export_resident,
  'privacy.export-user': m.audit_act_privacy_export_user,
  'privacy.extend-request': m.audit_act_privacy_extend_request,
  'privacy.list': m.audit_act_privacy_list,
  'report.create-link': m.audit_act_report_create_link,
  'report.daily': m.audit_act_report_daily,
  'report.email': m.audit_act_report_email,
  'report.email-daily': m.audit_act_report_email_daily,
  'report.list-devices': m.audit_act_report_list_devices,
  'report.list-residents': m.audit_act_report_list_residents,
  'report.live-graph': m.audit_act_report_live_graph,
  'report.minutely': m.audit_act_report_minutely,
  'report.open': m.audit_act_report_open,
  'report.open-saved': m.audit_act_report_open_saved,
  'report.patient': m.audit_act_report_patient,
  'report.pdf': m.audit_act_report_pdf,
  'report.raw': m.audit_act_report_raw,
  'report.revoke-link': m.audit_act_report_revoke_link,
  'report.rr': m.audit_act_report_rr,
  'report.rr-24-72': m.audit_act_report_rr_24_72,
  'report.save': m.audit_act_report_save,
  'report.tib': m.audit_act_report_tib,
  'report.tib-combined': m.audit_act_report_tib_combined,
  'resident.create': m.audit_act_resident_create,
  'resident.delete': m.audit_act_resident_delete,
  'resident.discharge': m.audit_act_resident_discharge,
  'resident.empty-bed': m.audit_act_resident_empty_bed,
  'resident.flag': m.audit_act_resident_flag,
  'resident.import-create': m.audit_act_resident_import_create,
  'resident.import-discharge': m.audit_act_resident_import_discharge,
  'resident.import-readmit': m.audit_act_resident_import_readmit,
  'resident.import-update': m.audit_act_resident_import_update,
  'resident.list': m.audit_act_resident_list,
  'resident.list-live': m.audit_act_resident_list_live,
  'resident.list-rooms': m.audit_act_resident_list_rooms,
  'resident.read': m.audit_act_resident_read,
  'resident.read-face-sheet': m.audit_act_resident_read_face_sheet,
  'resident.read-flags': m.audit_act_resident_read_flags,
  'resident.readmit': m.audit_act_resident_readmit,
  'resident.remove-face-sheet': m.audit_act_resident_remove_face_sheet,
  'resident.undelete': m.audit_act_resident_undelete,
  'resident.update': m.audit_act_resident_update,
  'resident.upload-face-sheet': m.audit_act_resident_upload_face_sheet,
  'resident.watch': m.audit_act_resident_watch,
  'resident.watch-all': m.audit_act_resident_watch_all,
  'session.challenge': m.audit_act_session_challenge,
  'session.confirm-email': m.audit_act_session_confirm_email,
  'session.confirm-email-failed': m.audit_act_session_confirm_email_failed,
  'session.new-password': m.audit_act_session_new_password,
  'session.otp-failed': m.audit_act_session_otp_failed,
  'session.recovery': m.audit_act_session_recovery,
  'session.recovery-failed': m.audit_act_session_recovery_failed,
  'session.reset-password': m.audit_act_session_reset_password,
  'session.sign-in': m.audit_act_session_sign_in,
  'session.sign-in-failed': m.audit_act_session_sign_in_failed,
  'session.sign-out': m.audit_act_session_sign_out,
  'session.verify-email': m.audit_act_session_verify_email,
  'sms-alert.create': m.audit_act_sms_alert_create,
  'sms-alert.disable': m.audit_act_sms_alert_disable,
  'sms-alert.open': m.audit_act_sms_alert_open,
  'sms-alert.read-deliveries': m.audit_act_sms_alert_read_deliveries,
  'user.accept-agreement': m.audit_act_user_accept_agreement,
  'user.assign-clinic': m.audit_act_user_assign_clinic,
  'user.create': m.audit_act_user_create,
  'user.create-first-superadmin': m.audit_act_user_create_first_superadmin,
  'user.delete': m.audit_act_user_delete,
  'user.disable': m.audit_act_user_disable,
  'user.enable': m.audit_act_user_enable,
  'user.read-login-history': m.audit_act_user_read_login_history,
  'user.remove-all': m.audit_act_user_remove_all,
  'user.send-set-password': m.audit_act_user_send_set_password,
  'user.set-clinics': m.audit_act_user_set_clinics,
  'user.update': m.audit_act_user_update,
  'webhook.create': m.audit_act_webhook_create,
  'webhook.delete': m.audit_act_webhook_delete,
  'webhook.disable': m.audit_act_webhook_disable,
  'webhook.enable': m.audit_act_webhook_enable,
  'webhook.list-deliveries': m.audit_act_webhook_list_deliveries,
  'webhook.rotate': m.audit_act_webhook_rotate,
  'webhook.try': m.audit_act_webhook_try,
}

const nouns: Readonly<Record<ActNoun, () => string>> = {
  audit: m.audit_noun_audit,
  billing: m.audit_noun_billing,
  clinic: m.audit_noun_clinic,
  consent: m.audit_noun_consent,
  device: m.audit_noun_device,
  display: m.audit_noun_display,
  downtime: m.audit_noun_downtime,
  'ehr-import': m.audit_noun_ehr_import,
  eligibility: m.audit_noun_eligibility,
  file: m.audit_noun_file,
  duty: m.audit_noun_duty,
  handover: m.audit_noun_handover,
  leave: m.audit_noun_leave,
  'medical-group': m.audit_noun_medical_group,
  member: m.audit_noun_member,
  message: m.audit_noun_message,
  note: m.audit_noun_note,
  notification: m.audit_noun_notification,
  observation: m.audit_noun_observation,
  plan: m.audit_noun_plan,
  privacy: m.audit_noun_privacy,
  report: m.audit_noun_report,
  resident: m.audit_noun_resident,
  session: m.audit_noun_session,
  'sms-alert': m.audit_noun_sms_alert,
  user: m.audit_noun_user,
  webhook: m.audit_noun_webhook,
}

/** `resident.discharge` → `Discharged a resident`; an act unknown to this version is shown as it is. */
export const actText = (act: string): string => acts[act as Act]?.() ?? act

/** Filter options: each noun, followed by its acts. */
export const actGroups = () =>
  (Object.keys(nouns) as ActNoun[]).map((noun) => ({
    noun,
    label: nouns[noun](),
    acts: actVerbs[noun].map((verb) => {
      const value = `${noun}.${verb}` as Act
      return { value, label: acts[value]() }
    }),
  }))

/** The actor: a person by e-mail, anything else by its kind. */
export function actorText({ actor_type, actor_name, actor_id }: AuditEntry): string {
  if (actor_type === 'user') return actor_name || actor_id
  if (actor_type === 'job') return m.audit_actor_job({ name: actor_name || actor_id })
  if (actor_type === 'device') return m.audit_actor_device({ id: actor_id })
  if (actor_type === 'display') return m.audit_actor_display({ name: actor_name || actor_id })
  if (actor_type === 'link') return m.audit_actor_link()
  return m.audit_actor_visitor()
}

/** `is_temporary` → `Is temporary`. */
export const detailLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1)
}

/** A detail's value as text. */
export function detailText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? m.audit_yes() : m.audit_no()
  if (Array.isArray(value)) return value.length === 0 ? m.audit_none() : value.map(detailText).join(', ')
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
