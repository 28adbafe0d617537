import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Device } from '@eupnea/contract/devices.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readingsOf, startBroker, type TestBroker } from './broker.fixture.ts'

let broker: TestBroker
let folder: string
let keys: Record<string, string>

beforeEach(async () => {
  keys = { own: 'key-own' }
  broker = await startBroker(keys)
  folder = mkdtempSync(join(tmpdir(), 'eupnea-replay-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await broker.close()
})

/** A depth-camera recording: ms and mm, 15 samples a second. */
function record(name: string, seconds: number): string {
  const file = join(folder, name)
  const rows = Array.from({ length: seconds * 15 + 1 }, (_, n) => {
    const ms = (n * 1_000) / 15
    return `${ms},${12 + 5 * Math.sin((2 * Math.PI * ms) / 4_000)}`
  })
  writeFileSync(file, `timestamp,displacement\n${rows.join('\n')}\n`)
  return file
}

async function replay(...args: string[]): Promise<{ code: number; said: string }> {
  const program = fileURLToPath(new URL('replay.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...args, '--url', broker.url], { env: { PATH: process.env.PATH } })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const [code] = await once(child, 'close')
  return { code, said }
}

/** The part of the portal that a replay needs; records its calls. */
async function startPortal() {
  const devices: Partial<Device>[] = []
  const residents: object[] = []
  const asked: string[] = []
  const clinic = {
    id: 'demo',
    slug: 'demo',
    name: 'Demonstration',
    logo: null,
    tz: 'Europe/Vienna',
    locale: 'en-AT',
    floors: ['First'],
    alert_recipients: [],
    daily_report_recipients: [],
    daily_report_time: '07:00',
    escalation_minutes: null,
    escalation_recipients: [],
    ehr_integration_status: '',
    clinicDetail: '',
    requires_consent: false,
    moves_links: false,
    is_demo: true,
  }
  const fullDevice = (device: Partial<Device>) => ({
    name: '',
    device_name: '',
    device_tz: 'UTC',
    patient_id: null,
    room: null,
    floorName: null,
    device_conn_status: 0,
    status: 'available',
    fw_version: null,
    softap_ssid: null,
    target_ssid: null,
    topic_prefix: null,
    last_seen: null,
    presence_range: 1.5,
    is_change_only: false,
    sends_every_seconds: null,
    record_status: 'active',
    is_returned: false,
    ...device,
  })
  const keyOf = (device_id: string) => {
    keys[device_id] = `key-${Math.random()}`
    return { username: device_id, password: keys[device_id] }
  }
  const pagination = { page: 1, page_size: 200, total_records: 1 }
  const session = {
    ...{ id: 'u', name: 'A', role: 'Superadmin', email: 'a@b.c', avatar: null, authorized: true, loading: false },
    ...{
      token: 't',
      isSA: true,
      isAdminFeature: false,
      isClinicAdmin: false,
      admin_clinic_ids: [],
      details: { admin_id: null, user_id: 'u' },
      clinic_ids: [],
      is_email_verified: true,
      is_agreement_due: false,
    },
  }
  const answers: Record<string, (body: Record<string, string>) => [number, object]> = {
    'POST /api/auth/sign-in': ({ password }) =>
      password === 'right'
        ? [200, { status: 'signedIn', token: 't', user: session }]
        : [
            401,
            { code: 'invalid_login', title: 'Invalid Login', message: 'invalid Username or Password', request_id: '1' },
          ],
    'POST /api/auth/sign-out': () => [200, {}],
    'GET /api/clinics': () => [200, { items: [clinic], pagination }],
    'GET /api/devices': () => [200, { items: devices.map(fullDevice), pagination }],
    'POST /api/devices': (body) => {
      const device = { ...body, device_id: `id-${devices.length}` }
      devices.push(device)
      return [200, { ...fullDevice(device), key: keyOf(device.device_id) }]
    },
    'POST /api/residents': (body) => {
      residents.push(body)
      const none = {
        preferred_name: '',
        dob: null,
        gender: null,
        mrNo: null,
        dateOfAdmission: null,
        billing_information: null,
      }
      const updated_at = '2026-01-12T09:00:00Z'
      const rest = {
        status: 1,
        information_file: null,
        isDocumentChanged: false,
        device_id: null,
        device: null,
        plan: { low: 12, high: 22, extreme_high: 30, extreme_low: 8 },
        consent: null,
        is_consent_review_due: false,
        leave: null,
        updated_at,
      }
      return [
        200,
        { ...none, ...rest, ...body, patient_id: `p-${residents.length}`, flaggedResidentNotes: { status: 1 } },
      ]
    },
    'POST /api/devices/assign': ({ device_id, patient_id }) => {
      const device = devices.find((one) => one.device_id === device_id)!
      device.patient_id = patient_id!
      return [200, fullDevice(device)]
    },
  }
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url!.split('?')[0]!
    asked.push(`${request.method} ${path}`)
    const newKey = /^\/api\/devices\/([^/]+)\/key$/.exec(path)
    const [status, answer] = newKey
      ? [200, keyOf(newKey[1]!)]
      : path !== '/api/auth/sign-in' && request.headers.authorization !== 'Bearer t'
        ? [401, {}]
        : answers[`${request.method} ${path}`]!(body ? JSON.parse(body) : {})
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, clinic, devices, residents, asked, close: () => server.close() }
}

const fast = ['--speed', '20']

test('a recording plays into a device of one’s own as waves alone, a second each, none in the future [LI-10]', async () => {
  const before = Date.now()
  const { code, said } = await replay(record('night.csv', 8), '--device', 'own', '--key', 'key-own', ...fast)
  expect(said).toContain('night: 8 s at 20 Hz as device own')
  expect(code).toBe(0)
  const readings = readingsOf(broker.published, 'own')
  expect(readings).toHaveLength(8)
  for (const [index, reading] of readings.entries()) {
    expect(reading).toMatchObject({ rr: null, wave: { hz: 20 } })
    expect(reading).not.toHaveProperty('dist')
    expect(reading.wave?.samples).toHaveLength(20)
    expect(reading.ts - readings[0]!.ts).toBe(index * 1_000)
  }
  expect(readings.at(-1)!.ts).toBeGreaterThan(before)
  expect(readings.at(-1)!.ts).toBeLessThanOrEqual(Date.now())
  const samples = readings.flatMap(({ wave }) => wave?.samples ?? [])
  expect(Math.max(...samples)).toBeCloseTo(5, 0)
  expect(Math.min(...samples)).toBeCloseTo(-5, 0)
})

test('without a device it makes one with a resident for each file, and finds them again [LI-10]', async () => {
  const portal = await startPortal()
  const files = [record('night.csv', 2), record('day.csv', 2)]
  const run = () => replay(...files, '--http', portal.url, '--email', 'a@b.c', '--password', 'right', ...fast)
  expect(await run()).toMatchObject({ code: 0 })
  expect(portal.devices).toMatchObject([
    { device_uid: 'replay-night', clinic_id: 'demo', tz: 'Europe/Vienna', patient_id: 'p-1' },
    { device_uid: 'replay-day', clinic_id: 'demo', tz: 'Europe/Vienna', patient_id: 'p-2' },
  ])
  expect(portal.residents).toMatchObject([{ last_name: 'night', clinic_id: 'demo' }, { last_name: 'day' }])
  expect(readingsOf(broker.published, 'id-0')).toHaveLength(2)
  expect(readingsOf(broker.published, 'id-1')).toHaveLength(2)

  expect(await run()).toMatchObject({ code: 0 })
  expect([portal.devices.length, portal.residents.length]).toEqual([2, 2])
  expect(readingsOf(broker.published, 'id-1')).toHaveLength(4)
  expect(portal.asked.filter((call) => call === 'POST /api/auth/sign-out')).toHaveLength(2)
  portal.close()
})

test('what is wrong is said, and nothing is made [LI-10]', async () => {
  const portal = await startPortal()
  const file = record('night.csv', 2)
  const asAdmin = (...more: string[]) => replay(file, '--http', portal.url, '--email', 'a@b.c', ...more)
  expect(await asAdmin('--password', 'wrong')).toEqual({
    code: 1,
    said: 'replay: POST /api/auth/sign-in: 401 invalid Username or Password\n',
  })
  portal.clinic.is_demo = false
  expect((await asAdmin('--password', 'right')).said).toContain('no demonstration facility')
  portal.close()
  expect(portal.devices).toEqual([])
  expect((await replay(file, '--http', portal.url, '--password', 'right')).said).toContain('does not answer')
  expect(await replay(file)).toMatchObject({ code: 2, said: expect.stringContaining('ADMIN_PASSWORD') })
  expect(await replay(file, '--device', 'own')).toMatchObject({ code: 2 })
  expect(await replay(file, '--device', 'own', '--key', 'k', '--loop', '--speed', '2')).toMatchObject({ code: 2 })
  expect(await replay()).toMatchObject({ code: 2, said: expect.stringContaining('npm run replay') })
  const missing = await replay(join(folder, 'missing.csv'), '--device', 'own', '--key', 'key-own')
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('missing.csv') })
  expect(broker.published).toEqual([])
})
