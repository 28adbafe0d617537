import { readOptions } from '../sensors/read-options.ts'
import { startExternalPostgres } from '../tests/kit/external-postgres.ts'
import { findProgram } from '../tests/kit/find-program.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../tests/kit/spawn-portal.ts'
import { freePorts, startProgram } from '../tests/kit/start-program.ts'
import { createWard } from '../tests/kit/ward.ts'
import { type Child, startChild } from './kit/child.ts'
import { loadAverage } from './kit/machine.ts'
import { count, line, median } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { keysOf } from './kit/start-hospital.ts'

/**
 * The cost of another node: durable readings a second through one, two and three nodes on one PostgreSQL and one NATS,
 * all on the same cores as the load generators, in alternating rounds. On a machine of its own another node adds cores;
 * here it only adds overhead, which is what is measured. The last line is three nodes compared with one.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    window: { type: 'string', default: '16' },
  },
})
const most = 3

const natsServer = findProgram('nats-server')
if (!natsServer) throw new Error('nats-server is not installed')
line(`nodes: ${values.devices} devices, QoS 1, one reading a message; load ${loadAverage()}`)
const folders = [await temporaryFolder()]
const postgres = await startExternalPostgres(folders[0]!.path)
const [natsPort] = await freePorts(1)
const nats = await startProgram(natsServer, ['-a', '127.0.0.1', '-p', String(natsPort)], natsPort!)
const nodes: SpawnedPortal[] = []
const publishers: Child<PublishAsk, PublishAnswer>[] = []
try {
  for (let index = 0; index < most; index++) {
    const folder = await temporaryFolder()
    folders.push(folder)
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      BUS_URL: `nats://127.0.0.1:${natsPort}`,
      ROLES: index === 0 ? 'web,ingest,jobs' : 'web,ingest',
    }
    nodes.push(await spawnPortal({ dataDir: folder.path, env }))
    publishers.push(await startChild<PublishAsk, PublishAnswer>('publisher'))
  }
  const { beds } = await createWard(nodes[0]!, 'House', Number(values.devices))
  const keys = keysOf(beds)

  /** @returns acknowledged messages per second over all nodes */
  async function through(size: number, duration_s: number): Promise<number> {
    const answers = await Promise.all(
      nodes.slice(0, size).map((node, index) =>
        publishers[index]!.ask({
          url: node.mqtt,
          devices: keys.filter((_, at) => at % size === index),
          window: Number(values.window),
          duration_s,
        }),
      ),
    )
    const lost = answers.reduce((sum, { published, acknowledged }) => sum + published - acknowledged, 0)
    if (lost > 0) throw new Error(`${lost} messages were not acknowledged`)
    return answers.reduce((sum, { messagesPerSecond }) => sum + messagesPerSecond, 0)
  }

  const sizes = [1, 2, 3]
  // The first run compiles the code.
  for (const size of sizes) await through(size, 2)
  const rates = new Map(sizes.map((size) => [size, [] as number[]]))
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const size of sizes) rates.get(size)!.push(await through(size, Number(values.seconds)))
    line(`round ${round}   ${sizes.map((size) => `${size}: ${count(rates.get(size)!.at(-1)!)}/s`).join('   ')}`)
  }
  const one = median(rates.get(1)!)
  for (const size of sizes) {
    const rate = median(rates.get(size)!)
    line(`${size} node${size > 1 ? 's' : ' '}   ${count(rate).padStart(8)}/s   ${(rate / one).toFixed(2)} of one`)
  }
  line(`load ${loadAverage()} on ${(await import('node:os')).availableParallelism()} cores`)
  line(`ratio ${(median(rates.get(most)!) / one).toFixed(2)} (readings a second of three nodes / of one, same cores)`)
} finally {
  await Promise.all(publishers.map((publisher) => publisher.stop()))
  await Promise.all(nodes.map((node) => node.stop()))
  await nats.stop()
  await postgres.stop()
  for (const folder of folders) await folder.remove()
}
