import type { CtxOrigin } from '../../platform/context.ts'
import { GatewayError } from '../../platform/gateway-error.ts'
import { goOnWith } from '../hasten-deliveries.ts'
import type { DeliveryRow } from '../outbox.sql.ts'
import type { Channel } from './channel.ts'

/** The connections to nurse call systems, which are the recipients. */
export interface NurseCallLines {
  /**
   * @returns MSA-1 and MSA-3 of the answer
   * @throws GatewayError when there is none
   */
  send(delivery: DeliveryRow): Promise<{ readonly code: string; readonly text: string }>
  close(): void
}

/** AA: processed, CA: kept to be processed. */
export const isAccepting = (code: string): boolean => code === 'AA' || code === 'CA'

/** Nurse call systems (EH-5): AA or CA accepts, anything else is tried again. */
export const nurseCallChannel = (origin: CtxOrigin, lines: NurseCallLines): Channel => ({
  async send(delivery) {
    const { code, text } = await lines.send(delivery)
    if (!isAccepting(code)) throw new GatewayError(`${code} ${text}`.trim())
    if (delivery.attempts > 1) await goOnWith(origin, delivery.recipient)
  },
  close: () => lines.close(),
})
