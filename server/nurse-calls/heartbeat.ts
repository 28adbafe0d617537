import { randomUUID } from 'node:crypto'
import { composeHeartbeat } from './compose-alert-message.ts'
import type { Ack, Line } from './line.ts'
import type { NurseCallRow } from './nurse-calls.sql.ts'

/** @throws GatewayError without an answer */
export function heartbeat(line: Line, { profile, heartbeat_seconds }: NurseCallRow, clinic: string): Promise<Ack> {
  const controlId = randomUUID()
  return line.send(controlId, composeHeartbeat({ controlId, profile }, clinic, heartbeat_seconds))
}
