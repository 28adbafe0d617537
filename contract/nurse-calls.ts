import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, newOf, noAnswer, outputOf, paging } from './fields.ts'
import { nurseCallFields } from './nurse-calls.fields.ts'
import { kindsInput, receiver, receiverDelivery } from './receivers.ts'

/** Nurse call systems: they hear of a clinic's notifications by HL7 v2 over MLLP and acknowledge them (EH-5, IHE PCD-04). */

const nurseCall = z.object({
  ...outputOf(nurseCallFields),
  ...receiver.shape,
  /** since when it answers no heartbeat; null: it does, or gets none */
  silent_since: instant.nullable(),
})
export type NurseCall = z.output<typeof nurseCall>

export const listNurseCalls = call({
  name: 'listNurseCalls',
  method: 'GET',
  path: '/nurse-calls',
  access: access.admin,
  summary: m.nurse_call_list_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(nurseCall),
})

export const createNurseCall = call({
  name: 'createNurseCall',
  method: 'POST',
  path: '/nurse-calls',
  access: access.admin,
  once: true,
  fresh: true,
  summary: m.nurse_call_create_call(),
  input: z.object({ clinic_id: id, ...newOf(nurseCallFields), kinds: kindsInput }),
  output: nurseCall,
})

export const tryNurseCall = call({
  name: 'tryNurseCall',
  method: 'POST',
  path: '/nurse-calls/{id}/test',
  access: access.admin,
  summary: m.nurse_call_try_call(),
  input: z.object({ id }),
  output: z.object({
    accepted: z.boolean(),
    /** MSA-1; null: there was no answer */
    code: z.string().nullable(),
    /** MSA-3, or the error if there was no answer */
    answer: z.string(),
  }),
})

export const deleteNurseCall = call({
  name: 'deleteNurseCall',
  method: 'DELETE',
  path: '/nurse-calls/{id}',
  access: access.admin,
  summary: m.nurse_call_delete_call(),
  input: z.object({ id }),
  output: noAnswer,
})

export const listNurseCallDeliveries = call({
  name: 'listNurseCallDeliveries',
  method: 'GET',
  path: '/nurse-calls/{id}/deliveries',
  access: access.admin,
  summary: m.nurse_call_list_deliveries_call(),
  input: z.object({ id, ...paging }),
  output: listOf(receiverDelivery),
})

export const nurseCallCalls = [listNurseCalls, createNurseCall, tryNurseCall, deleteNurseCall, listNurseCallDeliveries]
