import { listAdtMessages, saveAdtSender } from '@eupnea/contract/adt.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connectMllp, type MllpClient } from '../../tests/kit/mllp-client.ts'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { bedRoutes } from '../beds/index.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { startHl7 } from '../hl7/index.ts'
import { leaveRoutes } from '../leaves/index.ts'
import { notificationRoutes } from '../notifications/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { createLog } from '../platform/log.ts'
import type { Tls } from '../platform/tls.ts'
import { privacyRoutes } from '../privacy/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { adtRoutes, adtTaker } from './index.ts'

/** A portal that takes ADT messages, and a facility whose EHR sends them. */

export type Listening = Awaited<ReturnType<typeof startHl7>>

export const originOf = (portal: TestHttp, log = createLog('silent')) => ({
  ...{ database: portal.database, actor: { type: 'job' as const, name: 'adt' }, log },
})

export const listen = (origin: CtxOrigin, tls: Tls | null = null): Promise<Listening> =>
  startHl7({ log: origin.log, host: '127.0.0.1', port: 0, tls, takers: [adtTaker(origin)] })

export let portal: TestHttp
export let adt: Listening
export let admin: SignedInClient
/** a facility with a sender on this machine */
export let clinic_id: string
/** MSH-4 of its messages */
export let facility: string
export let ehr: MllpClient

let clinics = 0

/** A new facility for each test. Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useEhr(): void {
  beforeAll(async () => {
    portal = await startTestHttp([
      ...adtRoutes(() => adt.port),
      ...bedRoutes,
      ...residentRoutes,
      ...leaveRoutes,
      ...privacyRoutes,
      ...deviceRoutes,
      ...notificationRoutes,
      ...clinicRoutes({} as FileStore),
    ])
    adt = await listen(originOf(portal))
    admin = await portal.asUser()
  })
  afterAll(async () => {
    await adt.close()
    await portal.close()
  })
  beforeEach(async () => {
    clinic_id = await portal.createClinic({ tz: 'UTC', floors: ['1', '2'] })
    facility = `HOME${++clinics}`
    await admin.call(saveAdtSender, { clinic_id, sender_name: facility, addresses: ['127.0.0.0/8'] })
    await connect()
  })
  afterEach(() => ehr.close())
}

/** Opens the EHR's connection. */
export async function connect(): Promise<void> {
  ehr = await connectMllp(adt.port!)
}

interface Message {
  readonly sender?: string
  readonly id?: string
  readonly at?: string
  readonly who?: string
  readonly name?: string
  readonly room?: string
  readonly more?: string
  readonly control?: string
  readonly charset?: string
  readonly gender?: string
  readonly admitted?: string
  /** PID-29 and PID-30 */
  readonly death?: string
}

export const verdict = (answer: string) => /\rMSA\|(\w\w)/.exec(answer)?.[1]

let numbers = 0

/** What the EHR sends. @param at HHMM of a day */
export function message(event: string, about: Message = {}): string {
  const { at = '1200', who = 'MR1', name = 'Byron^Ada', room = '101^A', more, charset = '', gender = 'F' } = about
  const { sender = facility, control = `C${++numbers}`, admitted = '20261030', death } = about
  return [
    `MSH|^~\\&|EHR|${sender}|EUPNEA|CARE|20261101000000||ADT^${event}^ADT_${event}|${control}|P|2.5.1||||||${charset}`,
    `EVN|${event}|20261101${at}00`,
    `PID|1||${who}^^^HOME^MR||${name}||19321210|${gender}${death ? `${'|'.repeat(21)}${death}` : ''}`,
    ...(more ? [more] : []),
    `PV1|1|I|2^${room}^HOME|||||||||||||||||||||||||||||||||||||||||${admitted}`,
  ].join('\r')
}

export const send = async (event: string, about?: Message) => verdict(await ehr.send(message(event, about)))

export async function residents() {
  const { items } = await admin.call(listResidents, { clinic_id, status: '0,1,2', page_size: 200 })
  return items.map(({ first_name, last_name, room, status, mrNo }) => ({
    ...{ name: `${first_name} ${last_name}`, room, status, mrNo },
  }))
}

export const messages = async () => (await admin.call(listAdtMessages, { clinic_id })).items
