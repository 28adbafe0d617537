/** Texts the specification fixes word for word (sections 2 and 8, ER-1). */

export const productName = 'Eupnea'
export const portalVersion = '1.6.0'

export const failures = {
  general: { title: 'Something went wrong', message: 'Please contact support!' },
  invalidLogin: { title: 'Invalid Login', message: 'invalid Username or Password' },
  userNotFound: { title: 'User not found', message: 'Email is not registered to our platform' },
  invalidOtp: { title: 'Invalid OTP', message: 'The code is wrong or has expired' },
  newPassword: { title: 'Change your password', message: 'New password required' },
  sessionEnded: { title: 'You were signed out', message: 'The session has ended. Sign in again to go on.' },
  otpRequired: { title: 'Verification', message: 'One-Time Password is required' },
  notFound: { title: 'Not Found', message: 'The page is deprecated, deleted, or does not exist at all' },
  deleteResident: { title: 'Unable to Delete Resident' },
  noReportData: { title: 'Report could not be generated', message: 'No data was available for this date' },
  reportLinkExpired: {
    title: 'Report link has been expired',
    message: 'To view old reports please login to your portal',
  },
  noData: { title: 'No Data' },
  reportDataMissing: { title: 'Unable to fetch report data' },
} as const

export const successes = {
  loggedIn: 'Logged In',
  validOtp: 'Valid OTP',
  recoveryCodeSent: 'Recovery Code sent',
  passwordChanged: 'Password Changed',
  verificationCodeSent: 'Verification Code sent',
  emailVerified: 'Email Verified',
  userCreated: { title: 'Success', message: 'User created successfully' },
  userUpdated: { title: 'Success', message: 'User updated successfully' },
  userDeleted: 'User deleted successfully',
  passwordReset: 'Password Reset successfully',
  clinicAccessUpdated: 'Facilities access updated successfully',
  clinicsAssigned: 'Facilities assigned successfully',
  clinicCreated: 'Clinic created successfully',
  medicalGroupAdded: 'Medical group added!',
  medicalGroupUpdated: 'Medical group updated!',
  medicalGroupClinicsAssigned: 'Facilities assigned!',
  clinicUpdated: 'Clinic updated successfully',
  residentSaved: 'Resident Added/Updated Successfully',
  residentDischarged: 'Resident Discharged Successfully',
  residentReadmitted: 'Resident readmitted successfully',
  residentLinked: 'Resident Linked Successfully',
  roomRemoved: 'Room removed from Resident',
  noteStored: 'Note stored successfully',
  changeNoteStored: 'Change Note stored successfully',
  deviceCreated: 'Device created successfully',
  devicesAdded: 'Devices added successfully',
  deviceUpdated: 'Device updated successfully',
  deviceRenamed: 'Device name updated',
  deviceSettingsChanged: 'Device settings has been changed',
  deviceAssigned: 'Device Assigned successfully',
  deviceUnassigned: 'Device unassigned successfully',
  deviceDeleted: 'Device deleted successfully',
  deviceRemoved: 'Device Removed Successfully',
  deviceReturned: 'Device removed successfully',
  devicesStatusUpdated: 'Devices Status Updated successfully',
  ehrImportStarted: 'PCC Integration started successfully',
  memberShared: 'Member shared successfully',
  memberAssigned: 'Member assigned to Provider',
  providerRevoked: 'Provider Revoked',
  invitationSent: 'Invitation Sent',
  alertDisabled: 'Alert Disabled',
  reportSent: 'Report sent successfully',
} as const

/** @param page number of the page that could not be saved (RP-7) */
export const reportNotSaved = (page: number) => ({
  title: 'Error Saving Report',
  message: `Something went wrong while saving report (Errorp${page}).`,
})

export const fetchingReport = 'Please wait while we fetch your data'

export const pleaseWait = 'please wait!'

/** How adding, replacing and removing devices goes (DE-2). */
export const deviceActStatus = { wait: 'please wait', error: 'error', success: 'success' } as const

/** The first host is the portal's own, the second the one that `SECOND_TITLE_HOST` names (SH-5). */
export const titles = { portal: `${productName} Admin Portal`, sleepClinic: 'Virtual Sleep Clinic' } as const

export const inactivity = `The web page has timed-out due to inactivity. Hit Ok to continue using the ${productName} Webportal.`

/** @param subDomain as asked for; '404' is not shown (SH-12) */
export const unknownClinic = (subDomain: string): string =>
  `The Clinic${subDomain === '404' ? '' : ` "${subDomain}"`} does not exist.`

export const observationNotice =
  'Eupnea supports care and does not replace direct observation of residents. Its notifications may come late or not at all.'
