import { m } from '@eupnea/texts'
import { conflict } from '../platform/errors.ts'

/** 409 for a change of a deleted resident, who can still be read and restored. */
export const deletedResident = () => conflict('resident_deleted', m.resident_is_deleted())
