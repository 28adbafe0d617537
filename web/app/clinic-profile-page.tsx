import { ClinicProfilePage as Page } from '../clinics/clinic-profile-page.tsx'
import { PlanReviews } from '../plans/plan-reviews.tsx'

/** A facility's profile with the plan reviews that are due (FA-2, PL-4). */
export const ClinicProfilePage = () => <Page notice={({ clinic }) => <PlanReviews clinic_id={clinic.id} />} />
