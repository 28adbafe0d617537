import type { AdtMessage, AdtSender } from '@eupnea/contract/adt.ts'
import { Hl7Refusal, textOf } from '../hl7/index.ts'
import type { MessageRow, SenderRow } from './adt.sql.ts'

/** Rows as the contract has them. */

export const senderAnswer = (row: SenderRow): AdtSender => ({
  sender_name: row.sender_name,
  addresses: row.addresses,
})

export const messageAnswer = (row: MessageRow): AdtMessage => ({
  id: row.id,
  clinic_id: row.clinic_id,
  control_id: row.control_id,
  event: row.event,
  happened_at: row.happened_at?.toString() ?? null,
  received_at: row.received_at.toString(),
  state: row.state,
  reason: row.reason,
  name: row.name,
  content: row.body === null ? null : contentOf(row.body),
  patient_id: row.resident_id,
})

/** A segment a line, as a person can read it, whatever is wrong with its characters. */
function contentOf(body: Buffer): string {
  const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()
  try {
    return plain(textOf(body))
  } catch (error) {
    if (!(error instanceof Hl7Refusal)) throw error
    return plain(body.toString('latin1'))
  }
}
