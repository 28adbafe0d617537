import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBroker, type TestBroker } from './broker.fixture.ts'
import { startEsphomeNode } from './esphome-node.ts'

let broker: TestBroker
beforeEach(async () => {
  broker = await startBroker()
})
afterEach(() => broker.close())

const lying = { present: true, rate: 17.2, heartRate: 72, distanceCm: 74.619, targets: 1 }
const gone = { present: false, rate: 0, heartRate: 0, distanceCm: 0, targets: 0 }
/** payloads of the states by topic, in order */
const states = () =>
  broker.published
    .filter(({ topic }) => topic.endsWith('/state'))
    .map(({ topic, payload }) => `${topic.slice('bed-101/'.length, -'/state'.length)} ${payload}`)

test('an ESPHome node announces itself and says each state by itself, retained, QoS 0 [LI-1]', async () => {
  const node = await startEsphomeNode({ url: broker.url, prefix: 'bed-101' })
  await node.frame(lying)
  await node.frame({ ...lying, rate: 0 })
  await node.frame(gone)
  await node.shutDown()
  await broker.until(() => broker.clients === 0)
  expect(states()).toEqual([
    'binary_sensor/person_information ON',
    'sensor/real-time_respiratory_rate 17',
    'sensor/real-time_heart_rate 72',
    'sensor/distance_to_detection_object 74.62',
    'sensor/target_number 1',
    'binary_sensor/person_information ON',
    'sensor/real-time_heart_rate 72',
    'sensor/distance_to_detection_object 74.62',
    'sensor/target_number 1',
    'binary_sensor/person_information OFF',
    'sensor/real-time_respiratory_rate 0',
    'sensor/real-time_heart_rate 0',
    'sensor/distance_to_detection_object 0.00',
    'sensor/target_number 0',
  ])
  const of = (topic: string) => broker.published.filter((message) => message.topic === topic)
  expect(of('bed-101/status').map(({ payload }) => payload)).toEqual(['online', 'offline'])
  expect(of('esphome/discover/bed-101')).toMatchObject([{ qos: 2, retain: true }])
  const [config] = of('homeassistant/sensor/bed-101/real-time_respiratory_rate/config')
  expect(JSON.parse(config!.payload)).toMatchObject({
    stat_t: 'bed-101/sensor/real-time_respiratory_rate/state',
    avty_t: 'bed-101/status',
    uniq_id: 'ESPsensorreal-time_respiratory_rate',
  })
  expect(broker.published.every(({ retain, qos, topic }) => retain && (qos === 0 || topic.startsWith('esphome')))).toBe(
    true,
  )
})

test('a fork tells changes only and nan for nobody; a crash lets the last will speak [LI-1]', async () => {
  const node = await startEsphomeNode({ url: broker.url, prefix: 'bed-101', publishes: 'change', absence: 'nan' })
  await node.frame(lying)
  await node.frame({ ...lying, distanceCm: 75 })
  await node.frame(gone)
  await broker.until(() => states().includes('sensor/target_number nan'))
  expect(states().slice(5)).toEqual([
    'sensor/distance_to_detection_object 75.00',
    'binary_sensor/person_information OFF',
    'sensor/real-time_respiratory_rate nan',
    'sensor/real-time_heart_rate nan',
    'sensor/distance_to_detection_object nan',
    'sensor/target_number nan',
  ])
  node.crash()
  await broker.until(() => broker.published.at(-1)?.payload === 'offline')
  expect(broker.published.at(-1)).toMatchObject({ topic: 'bed-101/status', retain: true })
})
