import { type searchPortal as declaration, mostFound } from '@eupnea/contract/search.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { findClinics } from '../clinics/index.ts'
import { findDevices } from '../devices/index.ts'
import type { Verb } from '../platform/route.ts'
import { wordsOf } from '../platform/text-search.ts'
import { findResidents, findRooms } from '../residents/index.ts'

/** The first of everything that has all these words, within the caller's scope (EA-1). */
export const searchPortal: Verb<typeof declaration> = async ({ ctx, input }) => {
  const words = wordsOf(input.text)
  const residents = await findResidents(ctx, words, mostFound)
  const rooms = await findRooms(ctx, words, mostFound)
  const devices = await findDevices(ctx, words, mostFound)
  const clinics = await findClinics(ctx, words, mostFound)
  // What was typed is no part of the entry: it is sent while it is typed, and most of it names nobody.
  const linked = devices.filter(({ patient_id }) => patient_id !== null)
  const shown = new Set([...residents, ...rooms, ...linked].map(({ clinic_id }) => clinic_id))
  for (const clinic_id of shown) await recordAuditOncePer(ctx, 5, { act: 'resident.search', clinic_id })
  return { residents, rooms, devices, clinics }
}
