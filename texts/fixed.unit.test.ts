import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { m } from './index.ts'

/** The texts that the specification fixes; fixed.json says in which section, for translators. */

const sections: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'fixed.json'), 'utf8'))

it('says what the specification fixes as it writes it, word for word [ER-1] [US-7] [DE-2] [RP-4] [SH-5] [SH-12] [SH-19]', () => {
  const given = { page: 3, sub_domain: 'maple' }
  const said = Object.keys(sections).map((key) => [key, m[key as 'clinic_unknown'](given)])
  expect(Object.fromEntries(said)).toEqual({
    clinic_create_done: 'Clinic created successfully',
    clinic_unknown: 'The Clinic "maple" does not exist.',
    clinic_unknown_any: 'The Clinic does not exist.',
    clinic_update_done: 'Clinic updated successfully',
    common_failed: 'Please contact support!',
    common_failed_title: 'Something went wrong',
    common_not_found: 'The page is deprecated, deleted, or does not exist at all',
    common_not_found_title: 'Not Found',
    common_please_wait: 'please wait!',
    common_portal_title: 'Eupnea Admin Portal',
    common_sleep_clinic_title: 'Virtual Sleep Clinic',
    common_success_title: 'Success',
    common_timed_out: 'The web page has timed-out due to inactivity. Hit Ok to continue using the Eupnea Webportal.',
    device_act_error: 'error',
    device_act_success: 'success',
    device_act_wait: 'please wait',
    device_add_many_done: 'Devices added successfully',
    device_assign_done: 'Device Assigned successfully',
    device_create_done: 'Device created successfully',
    device_delete_done: 'Device deleted successfully',
    device_remove_done: 'Device Removed Successfully',
    device_rename_done: 'Device name updated',
    device_return_done: 'Device removed successfully',
    device_settings_done: 'Device settings has been changed',
    device_status_done: 'Devices Status Updated successfully',
    device_unassign_done: 'Device unassigned successfully',
    device_update_done: 'Device updated successfully',
    ehr_import_start_done: 'PCC Integration started successfully',
    medical_group_add_done: 'Medical group added!',
    medical_group_clinics_done: 'Facilities assigned!',
    medical_group_update_done: 'Medical group updated!',
    member_assign_done: 'Member assigned to Provider',
    member_invite_done: 'Invitation Sent',
    member_provider_revoke_done: 'Provider Revoked',
    member_share_done: 'Member shared successfully',
    note_change_save_done: 'Change Note stored successfully',
    note_save_done: 'Note stored successfully',
    report_data_missing_title: 'Unable to fetch report data',
    report_fetching: 'Please wait while we fetch your data',
    report_link_expired: 'To view old reports please login to your portal',
    report_link_expired_title: 'Report link has been expired',
    report_no_data: 'No data was available for this date',
    report_no_data_title: 'Report could not be generated',
    report_save_failed: 'Something went wrong while saving report (Errorp3).',
    report_save_failed_title: 'Error Saving Report',
    report_send_done: 'Report sent successfully',
    resident_delete_failed_title: 'Unable to Delete Resident',
    resident_discharge_done: 'Resident Discharged Successfully',
    resident_link_done: 'Resident Linked Successfully',
    resident_readmit_done: 'Resident readmitted successfully',
    resident_save_done: 'Resident Added/Updated Successfully',
    resident_unlink_done: 'Room removed from Resident',
    session_email_verify_done: 'Email Verified',
    session_login_done: 'Logged In',
    session_login_refused: 'invalid Username or Password',
    session_login_refused_title: 'Invalid Login',
    session_new_password: 'New password required',
    session_new_password_title: 'Change your password',
    session_otp_done: 'Valid OTP',
    session_otp_refused_title: 'Invalid OTP',
    session_otp_required: 'One-Time Password is required',
    session_otp_required_title: 'Verification',
    session_password_change_done: 'Password Changed',
    session_recovery_code_done: 'Recovery Code sent',
    session_user_unknown: 'Email is not registered to our platform',
    session_user_unknown_title: 'User not found',
    session_verification_code_done: 'Verification Code sent',
    sms_alert_disable_done: 'Alert Disabled',
    sms_alert_no_data_title: 'No Data',
    user_clinic_access_done: 'Facilities access updated successfully',
    user_clinics_assign_done: 'Facilities assigned successfully',
    user_create_done: 'User created successfully',
    user_delete_done: 'User deleted successfully',
    user_password_reset_done: 'Password Reset successfully',
    user_update_done: 'User updated successfully',
  })
})

it('says of each in which section it is fixed', () => {
  expect(Object.values(sections).filter((section) => !/^[248]( \([A-Z]{2}-\d+\))?$/.test(section))).toEqual([])
})
