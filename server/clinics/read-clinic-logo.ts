import type { readClinicLogo as declaration } from '@eupnea/contract/clinics.ts'
import { openFile } from '../files/index.ts'
import { notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import type { Verb } from '../platform/route.ts'
import { selectClinic } from './clinics.sql.ts'

/** Long caching is safe because the address changes with the logo. */
const keepSeconds = 86_400

/** The logo of a clinic that the actor may see (FA-3, SH-16). @throws 404, also when there is no logo */
export const readClinicLogo =
  (store: FileStore): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const row = await selectClinic(ctx, input.clinic_id)
    if (!row?.logo) throw notFound('logo')
    return openFile(ctx, store, row.logo, input.v === row.logo ? keepSeconds : 0)
  }
