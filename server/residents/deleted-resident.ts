import { conflict } from '../platform/errors.ts'

/** 409 for a change of somebody who can still be read, and be undeleted. */
export const deletedResident = () => conflict('resident_deleted', 'The resident is deleted. Nothing was changed')
