import { type AddressInfo, createServer } from 'node:net'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import { answer } from './child.ts'

/**
 * aedes with the portal's gate and nothing behind it: messages are held for 5 ms in `authorizePublish` and released
 * together. `--short` skips aedes' work for subscribers after the PUBACK, as the portal does.
 */

const gateMs = 5
const isShort = process.argv.includes('--short')

class ShortBroker extends Aedes {
  override publish(
    packet: PublishPacket,
    client?: Client | ((error?: Error) => void),
    done?: (error?: Error) => void,
  ): void {
    if (client && typeof client === 'object') done?.()
    else super.publish(packet, typeof client === 'function' ? client : (done ?? (() => {})))
  }
}

let held: ((error?: Error | null) => void)[] = []
const letGo = () => {
  const going = held
  held = []
  for (const go of going) go(null)
}
const broker = new (isShort ? ShortBroker : Aedes)({
  concurrency: 1_000,
  authorizePublish(_client, _packet, done) {
    if (held.length === 0) setTimeout(letGo, gateMs)
    held.push(done)
  },
})
await broker.listen()
const server = createServer((socket) => {
  socket.setNoDelay(true)
  broker.handle(socket)
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

/** Answers with its address. */
answer<'address', string>(() => `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`)
