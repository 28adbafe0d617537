import type { ChangedMessage } from '@eupnea/contract/live.ts'
import { onTabs } from '../other-tabs.ts'
import { outdate } from '../query.ts'
import { now } from '../time.ts'
import { createAlertGate } from './alert-gate.ts'
import { liveStore } from './live.ts'

const deviceAnswers = ['listDevices', 'listAllDevices', 'listInventory', 'listDeviceRecords', 'readDevice']

/** Calls whose answers a change to the noun makes out of date, by name: their modules aren't needed here. */
const answersOf: Record<ChangedMessage['noun'], readonly string[]> = {
  residents: [
    // devices are listed with their resident's room and floor
    ...deviceAnswers,
    'listResidents',
    'listRooms',
    'readResident',
    'readConsent',
    'readLeave',
    'listLastRr',
    'listStatusLogs',
    'listFloors',
    'readDeviceMetrics',
    'listEligibilityLogs',
    'readResidentPlan',
    'listPlanReviews',
    'listPrivacyRequests',
    'readWall',
  ],
  devices: [
    ...deviceAnswers,
    'listDeviceConnections',
    'readDeviceActivity',
    'readDeviceMetrics',
    'listResidents',
    'listRooms',
    'readResident',
    'listLastRr',
    'readWall',
  ],
  notes: ['listNotes', 'listStoredNotes', 'listNoteVersions'],
  notifications: [
    'listNotifications',
    'listCurrentNotifications',
    'countUnseenNotifications',
    'readNotification',
    'readMonitoring',
    'listSmsAlerts',
    'listAlertDeliveries',
    'listWebhooks',
    'listWebhookDeliveries',
    'readWall',
  ],
  reports: ['listDailyReports'],
  duties: ['listDuties', 'readChannels'],
  displays: ['listDisplays', 'readWall'],
  imports: ['readEhrImport', 'listEhrImports', 'listEhrImportRows', 'readEhrConnection'],
  clinics: [
    'listClinics',
    'readClinic',
    'listFloors',
    'readDeviceMetrics',
    'listGroupedClinics',
    'listMedicalGroupClinics',
    // Devices use their clinic's zone.
    'listResidents',
    'readResident',
    'listDevices',
    'readDevice',
    // Residents without an own plan go by that of their clinic.
    'readClinicPlan',
    'readResidentPlan',
    'readWall',
  ],
}

/** A bulk action changes a hundred residents in a second: refetched once, this long after the first, ms. */
const gatherMs = 400

/** Refetches whatever live connections report as changed. @returns a function that stops it */
export function startInvalidation(): () => void {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const asksForRefetch = createAlertGate()
  const outdateNoun = (noun: ChangedMessage['noun']) => outdateAnswers(answersOf[noun])
  const outdateAnswers = (answers: readonly string[]) => {
    for (const name of answers) pending.add(name)
    timer ??= setTimeout(() => {
      timer = undefined
      const names = new Set(pending)
      pending.clear()
      void outdate(({ queryKey }) => names.has(String(queryKey[0])))
    }, gatherMs)
  }
  const stopRecovered = liveStore.on('recovered', () => outdateNoun('notifications'))
  const stopChanged = liveStore.on('changed', ({ noun, patient_id }) => {
    // With a resident it is a new alert; people's actions carry none and are shown immediately.
    if (noun === 'notifications' && patient_id && !asksForRefetch(patient_id, now())) return
    outdateNoun(noun)
  })
  // What calls for attention does so immediately, also when it has become worse within the minute (AN-1).
  const stopRaised = liveStore.on('rr_notification', () => outdateAnswers(['listCurrentNotifications', 'readWall']))
  const stopTabs = onTabs('notifications', () => outdateNoun('notifications'))
  return () => {
    clearTimeout(timer)
    stopRaised()
    stopTabs()
    stopRecovered()
    stopChanged()
  }
}

/** After a gap in the connection, anything may have changed except who is signed in. */
export const invalidateAll = (): void => void outdate(({ queryKey }) => queryKey[0] !== 'readSession')
