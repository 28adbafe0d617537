import type { DeliveryRow } from '../outbox.sql.ts'

/** A way to reach somebody. Each is one file here, and the fake that speaks its protocol is in tests/kit. */
export interface Channel {
  /** @throws GatewayError when it was not accepted */
  send(delivery: DeliveryRow): Promise<void>
  /**
   * Whether the gateway has accepted the delivery already (AN-13).
   * @returns undefined when it can't be asked: what it may have is sent again
   */
  has?(delivery: DeliveryRow): Promise<boolean | undefined>
  /** Cuts off what is still being sent. */
  close?(): void
}
