import type { Socket } from 'node:net'
import { parser as createParser } from 'mqtt-packet'

const badVersion = 1

/** A refusal in MQTT 3.1.1, for whatever the broker doesn't answer itself. */
export const connack = (returnCode: number): Buffer => Buffer.of(0x20, 2, 0, returnCode)

/**
 * Answers protocol levels that the broker's parser doesn't know: it gives up before the broker could. So the first
 * packet is read here too; the broker reads each chunk only after those who listen to it.
 */
export function refuseVersions(socket: Socket): void {
  const parser = createParser()
  const look = (chunk: Buffer) => void parser.parse(chunk)
  const isDone = () => void socket.off('data', look)
  parser.once('packet', isDone)
  parser.once('error', ({ message }) => {
    isDone()
    if (/protocol version/.test(message)) socket.write(connack(badVersion))
  })
  socket.on('data', look)
}
