import { expect, it } from 'vitest'
import { deviceActStatus, failures, fetchingReport, inactivity, pleaseWait, successes } from './messages.ts'

/** As the specification writes them, section 8 and where it fixes words elsewhere. */

const said = (texts: object): unknown[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))

it('says of what was done what the specification says, word for word [ER-1]', () => {
  expect(new Set(said(successes))).toEqual(
    new Set([
      'Note stored successfully',
      'Change Note stored successfully',
      'Device created successfully',
      'Device updated successfully',
      'Device Assigned successfully',
      'Device deleted successfully',
      'Device Removed Successfully',
      'Device removed successfully',
      'Devices added successfully',
      'Devices Status Updated successfully',
      'Resident Linked Successfully',
      'Room removed from Resident',
      'Device name updated',
      'Device settings has been changed',
      'Device unassigned successfully',
      'Clinic created successfully',
      'Clinic updated successfully',
      'Report sent successfully',
      'PCC Integration started successfully',
      'Success',
      'User created successfully',
      'User updated successfully',
      'User deleted successfully',
      'Password Reset successfully',
      'Facilities access updated successfully',
      'Facilities assigned successfully',
      'Medical group added!',
      'Medical group updated!',
      'Facilities assigned!',
      'Member shared successfully',
      'Member assigned to Provider',
      'Provider Revoked',
      'Invitation Sent',
      'Alert Disabled',
      'Resident Added/Updated Successfully',
      'Resident Discharged Successfully',
      'Resident readmitted successfully',
      'Logged In',
      'Valid OTP',
      'Recovery Code sent',
      'Password Changed',
      'Verification Code sent',
      'Email Verified',
    ]),
  )
})

it('says of what failed, and of what is under way, what the specification says [ER-1] [US-7] [DE-2] [RP-4] [SH-19]', () => {
  expect(failures).toMatchObject({
    general: { title: 'Something went wrong', message: 'Please contact support!' },
    invalidLogin: { title: 'Invalid Login', message: 'invalid Username or Password' },
    invalidOtp: { title: 'Invalid OTP' },
    newPassword: { title: 'Change your password', message: 'New password required' },
    otpRequired: { title: 'Verification', message: 'One-Time Password is required' },
    userNotFound: { title: 'User not found', message: 'Email is not registered to our platform' },
    noReportData: { title: 'Report could not be generated', message: 'No data was available for this date' },
    reportDataMissing: { title: 'Unable to fetch report data' },
    deleteResident: { title: 'Unable to Delete Resident' },
    noData: { title: 'No Data' },
    notFound: { title: 'Not Found', message: 'The page is deprecated, deleted, or does not exist at all' },
    reportLinkExpired: {
      title: 'Report link has been expired',
      message: 'To view old reports please login to your portal',
    },
  })
  expect(pleaseWait).toBe('please wait!')
  expect(deviceActStatus).toEqual({ wait: 'please wait', error: 'error', success: 'success' })
  expect(fetchingReport).toBe('Please wait while we fetch your data')
  expect(inactivity).toBe(
    'The web page has timed-out due to inactivity. Hit Ok to continue using the Eupnea Webportal.',
  )
})
