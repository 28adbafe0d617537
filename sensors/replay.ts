import { connectDevice, type DeviceClient } from './device-client.ts'
import { readOptions } from './read-options.ts'
import { type Recording, readRecording } from './recordings.ts'
import { cutPieces } from './replay/cut-pieces.ts'
import { play } from './replay/play.ts'
import { signInToPortal } from './replay/portal.ts'
import { findDemoClinic, prepareDevice } from './replay/prepare-device.ts'

/** Replays recorded respiration as sensors (LI-10). */

const usage = `npm run replay -- FILE… [options]

Plays recordings of respiration in real time, each as a sensor that measures chest displacement.

Into the demonstration facility: a resident and a device for each file, made on the first run
  --http URL        address of the portal            (http://127.0.0.1:8080)
  --email EMAIL     who may make devices             (ADMIN_EMAIL, else admin@eupnea.local)
  --password WORD                                    (ADMIN_PASSWORD)
Into one device of your own
  --device ID --key KEY

  --url URL         MQTT address of the portal       (mqtt://127.0.0.1:1883)
  --hz N            samples a second, at most 100    (20)
  --source-hz N     those of a file that does not tell
  --column NAME     heading of the value in a CSV    (RESP, else the second column)
  --speed N         times real time                  (1)
  --loop            again and again, until Ctrl-C`

type Key = { readonly username: string; readonly password: string }

class UsageError extends Error {}

function readArguments(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { values, positionals: files } = readOptions(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        http: { type: 'string', default: 'http://127.0.0.1:8080' },
        email: { type: 'string', default: env.ADMIN_EMAIL || 'admin@eupnea.local' },
        password: { type: 'string', default: env.ADMIN_PASSWORD || '' },
        device: { type: 'string' },
        key: { type: 'string' },
        speed: { type: 'string', default: '1' },
        hz: { type: 'string', default: '20' },
        'source-hz': { type: 'string' },
        column: { type: 'string' },
        loop: { type: 'boolean', default: false },
      },
    },
    usage,
  )
  if (files.length === 0) throw new UsageError(usage)
  const speed = Number(values.speed)
  const hz = Number(values.hz)
  if (!(speed > 0)) throw new UsageError('--speed is a number above 0')
  if (!(Number.isInteger(hz) && hz >= 1 && hz <= 100)) throw new UsageError('--hz is a whole number from 1 to 100')
  const sourceHz = values['source-hz'] === undefined ? undefined : Number(values['source-hz'])
  if (sourceHz !== undefined && !(sourceHz > 0)) throw new UsageError('--source-hz is a number above 0')
  if (values.loop && speed !== 1) throw new UsageError('--loop plays in real time: leave --speed away')
  if ((values.device === undefined) !== (values.key === undefined))
    throw new UsageError('--device and --key belong together')
  if (values.device !== undefined && files.length > 1) throw new UsageError('One device plays one file')
  if (values.device === undefined && !values.password)
    throw new UsageError('Whose devices? Set ADMIN_PASSWORD, or give --password, or --device with --key')
  return { ...values, files, speed, hz, sourceHz }
}

type Arguments = ReturnType<typeof readArguments>

/** Finds a key for each recording. */
async function findKeys(options: Arguments, recordings: readonly Recording[]): Promise<Key[]> {
  if (options.device !== undefined) return [{ username: options.device, password: options.key! }]
  const portal = await signInToPortal(options.http, options.email, options.password)
  try {
    const clinic = await findDemoClinic(portal)
    const keys: Key[] = []
    for (const { name } of recordings) keys.push(await prepareDevice(portal, clinic, name))
    return keys
  } finally {
    await portal.signOut()
  }
}

async function replay(options: Arguments): Promise<void> {
  const recordings = await Promise.all(options.files.map((file) => readRecording(file, options)))
  const names = new Set(recordings.map(({ name }) => name))
  if (names.size < recordings.length) throw new Error('Each file needs a name of its own: it names the device')
  const played = recordings.map((recording) => ({ recording, pieces: cutPieces(recording) }))
  for (const { recording, pieces } of played)
    if (pieces.pieces.length === 0) throw new Error(`${recording.name}: shorter than a second`)
  const keys = await findKeys(options, recordings)

  let stopped = false
  const clients = new Set<DeviceClient>()
  const stop = async () => {
    if (stopped) process.exit(130)
    stopped = true
    await Promise.all([...clients].map((client) => client.close()))
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  await Promise.all(
    played.map(async ({ recording, pieces }, index) => {
      const { username, password } = keys[index]!
      let told = true
      const client = connectDevice({
        url: options.url,
        deviceId: username,
        password,
        status: { fw_version: 'replay' },
        onConnection(connected, reason) {
          if (connected === told) return
          told = connected
          log(
            connected
              ? `${recording.name}: connected again`
              : `${recording.name}: ${reason ?? 'connection closed'}, trying on`,
          )
        },
      })
      clients.add(client)
      log(`${recording.name}: ${pieces.pieces.length} s at ${pieces.hz} Hz as device ${username}`)
      await play(client, pieces, { speed: options.speed, loop: options.loop, stopped: () => stopped })
      await client.close()
      clients.delete(client)
      log(`${recording.name}: played`)
    }),
  )
}

const log = (text: string) => process.stderr.write(`replay: ${text}\n`)

try {
  await replay(readArguments(process.argv.slice(2), process.env))
} catch (error) {
  log((error as Error).message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
