import type { ChangedMessage } from '@eupnea/contract/live.ts'
import { queryClient } from '../query.ts'
import { now } from '../time.ts'
import { createAlertGate } from './alert-gate.ts'
import { liveStore } from './live.ts'

const deviceAnswers = ['listDevices', 'listAllDevices', 'listInventory', 'listDeviceRecords', 'readDevice']

/** Calls whose answers a change of the noun makes out of date, by name: their modules are not needed here. */
const answersOf: Record<ChangedMessage['noun'], readonly string[]> = {
  residents: [
    // devices are listed with the room and floor of who lies above them
    ...deviceAnswers,
    'listResidents',
    'listRooms',
    'readResident',
    'listLastRr',
    'listStatusLogs',
    'listFloors',
    'readDeviceMetrics',
    'listEligibilityLogs',
    'readResidentPlan',
    'listPlanReviews',
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
  ],
  notes: ['listNotes', 'listStoredNotes', 'listNoteVersions'],
  notifications: [
    'listNotifications',
    'countUnseenNotifications',
    'readNotification',
    'readMonitoring',
    'listSmsAlerts',
    'listAlertDeliveries',
  ],
  reports: ['listDailyReports'],
  imports: ['readEhrImport', 'listEhrImports', 'listEhrImportRows', 'readEhrConnection'],
  clinics: [
    'listClinics',
    'readClinic',
    'listFloors',
    'readDeviceMetrics',
    'listGroupedClinics',
    'listMedicalGroupClinics',
    // Devices go by the zone of their clinic.
    'listResidents',
    'readResident',
    'listDevices',
    'readDevice',
    // Residents without an own plan go by that of their clinic.
    'readClinicPlan',
    'readResidentPlan',
  ],
}

/** A bulk act changes a hundred residents in a second: fetched again once, this long after the first of them, ms. */
const gatherMs = 400

/** Fetches again what live connections say has changed. @returns a function that stops it */
export function startInvalidation(): () => void {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const asksForRefetch = createAlertGate()
  const stop = liveStore.on('changed', ({ noun, patient_id }) => {
    // One that names a resident is a new alert; what people do to it names none, and is shown at once.
    if (noun === 'notifications' && patient_id && !asksForRefetch(patient_id, now())) return
    for (const name of answersOf[noun]) pending.add(name)
    timer ??= setTimeout(() => {
      timer = undefined
      const names = new Set(pending)
      pending.clear()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(String(queryKey[0])) })
    }, gatherMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** After a gap in the connection anything may have changed, except who is signed in. */
export const invalidateAll = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'readSession' })
