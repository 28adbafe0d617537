import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Client } from 'aedes'

const badVersion = 1

/** A refusal in MQTT 3.1.1, for whatever the broker doesn't answer itself. */
export const connack = (returnCode: number): Buffer => Buffer.of(0x20, 2, 0, returnCode)

/** Unlike for the levels that it knows, the parser gives up before the broker could answer. */
export function refuseVersions(socket: Socket, client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: EventEmitter }
  parser.prependListener('error', ({ message }: Error) => {
    if (/protocol version/.test(message)) socket.write(connack(badVersion))
  })
}
