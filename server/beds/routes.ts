import * as calls from '@eupnea/contract/beds.ts'
import { type Route, route } from '../platform/route.ts'
import { confirmBed } from './confirm-bed.ts'
import { listBedMismatches } from './list-bed-mismatches.ts'

export const bedRoutes: readonly Route[] = [
  route(calls.listBedMismatches, listBedMismatches),
  route(calls.confirmBed, confirmBed),
]
