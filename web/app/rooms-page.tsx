import type { Clinic } from '@eupnea/contract/clinics.ts'
import { ClinicDisplays } from '../displays/clinic-displays.tsx'
import { ClinicPage } from '../residents/clinic-page.tsx'
import { Rooms } from '../residents/rooms.tsx'
import { mayAdminister, useSession } from '../shared/session.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'

/** Rooms and sensors, and for staff who have no facility settings its displays (RE-1, DI-1). */
export const RoomsPage = () => <ClinicPage of={RoomsAndDisplays} />

function RoomsAndDisplays({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  return (
    <>
      <Rooms clinic={clinic} />
      {session && !mayAdminister(session, clinic.id) && (
        <div className={adminPageStyles.adminPage} data-wide="true">
          <ClinicDisplays clinic={clinic} />
        </div>
      )}
    </>
  )
}
