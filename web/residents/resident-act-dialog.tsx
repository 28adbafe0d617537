import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { Suspense } from 'react'
import { lazyPart } from '../shared/parts.ts'
import type { ResidentAct } from './resident-acts.ts'

const ResidentDrawer = lazyPart(async () => (await import('./resident-drawer.tsx')).ResidentDrawer)
const FlagResident = lazyPart(async () => (await import('./flag-resident.tsx')).FlagResident)
const AssignDevice = lazyPart(async () => (await import('./assign-device.tsx')).AssignDevice)
const RemoveDevice = lazyPart(async () => (await import('./assign-device.tsx')).RemoveDevice)
const SetLeave = lazyPart(async () => (await import('./set-leave.tsx')).SetLeave)
const EndLeave = lazyPart(async () => (await import('./end-leave.tsx')).EndLeave)
const EndStay = lazyPart(async () => (await import('./set-resident-status.tsx')).EndStay)
const ResumeStay = lazyPart(async () => (await import('./set-resident-status.tsx')).ResumeStay)

interface ResidentActDialogProps {
  readonly act: ResidentAct
  readonly resident: Resident
  readonly clinic: Pick<Clinic, 'id' | 'floors' | 'tz'>
  readonly onClose: () => void
}

/** The dialog or form of one action. */
export function ResidentActDialog({ act, resident, clinic, onClose }: ResidentActDialogProps) {
  return (
    <Suspense>
      {act === 'edit' && <ResidentDrawer clinic={clinic} resident={resident} onClose={onClose} />}
      {act === 'flag' && <FlagResident resident={resident} onClose={onClose} />}
      {act === 'assign' && <AssignDevice resident={resident} zone={clinic.tz} onClose={onClose} />}
      {act === 'remove' && <RemoveDevice resident={resident} onClose={onClose} />}
      {act === 'leave' && (
        <SetLeave patientIds={[resident.patient_id]} resident={resident} zone={clinic.tz} onClose={onClose} />
      )}
      {act === 'endLeave' && <EndLeave resident={resident} onClose={onClose} />}
      {(act === 'discharge' || act === 'delete') && <EndStay act={act} resident={resident} onClose={onClose} />}
      {(act === 'readmit' || act === 'undelete') && <ResumeStay act={act} resident={resident} onClose={onClose} />}
    </Suspense>
  )
}
