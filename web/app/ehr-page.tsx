import { ClinicAdt } from '../adt/clinic-adt.tsx'
import { BedMismatches } from '../beds/bed-mismatches.tsx'
import { EhrImportPage } from '../ehr-import/ehr-import-page.tsx'

/** What the EHR says of a facility's residents: beds that differ, imports, and ADT messages (EH-1 to EH-5). */
export const EhrPage = () => (
  <EhrImportPage
    above={({ clinic }) => <BedMismatches clinic={clinic} />}
    below={({ clinic }) => <ClinicAdt clinic={clinic} />}
  />
)
