import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { newBed } from '../../server/live/bed/bed.ts'
import { Channels, Fanout, startLiveServer } from '../../server/live/fanout/index.ts'
import { LiveState } from '../../server/live/state/index.ts'
import { openBus } from '../../server/platform/bus.ts'
import { createLog } from '../../server/platform/log.ts'
import { placeWith } from '../../tests/kit/place.ts'
import { answer } from './child.ts'
import { type Saturated, saturate, socketsOf } from './pace.ts'

/**
 * Only the portal's live connections, without the 250 ms between ticks: the most they can deliver. State, fan-out and
 * live server are the portal's own; only authentication is left out.
 */

export type PortalLiveAsk =
  | { readonly do: 'address'; readonly deviceCount: number }
  /** a new value of every device each tick, as fast as they are read */
  | { readonly do: 'saturate'; readonly seconds: number }

export interface PortalLiveAnswer extends Saturated {
  readonly address: string
}

const clinicId = 'house'
const log = createLog('warn')
const state = new LiveState()
const channels = new Channels()
const fanout = new Fanout(state, channels, openBus(undefined, {}, log), { isDeaf: false })
const actor = {
  type: 'user',
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
  id: 'bench',
  name: 'Bench',
  email: 'bench@example.org',
  role: 'Superadmin',
  isAdminFeature: true,
  sessionId: 'bench',
  token: 'bench',
  clinicIds: [],
} as const
const expiresAt = Temporal.Now.instant().add({ hours: 24 })
const server = createServer()
const sockets = socketsOf(server)
startLiveServer({
  isForeign: () => false,
  addressOf: () => '127.0.0.1',
  server,
  state,
  channels,
  fanout,
  log,
  resolve: async () => ({ actor, expiresAt }),
  holderAgain: async () => ({ actor, expiresAt }),
  devicesOnFloor: async () => new Set(),
  clinicExists: async () => true,
  record: async () => {},
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

function addDevices(count: number): void {
  for (let no = 1; no <= count; no++) {
    const id = crypto.randomUUID()
    const place = placeWith({ no, id, clinicId, residentId: crypto.randomUUID(), residentSince: 0, firstMinute: 0 })
    const lastMinute = { avg: 16.31, max: 18.2, min: 14.1, dist_rr_avg: 0.85, tracker_ts: new Date().toISOString() }
    state.put({ ...newBed(place, defaultBaseline), online: true, dist: 0.85, lastMinute })
  }
}

function sendTick(tick: number): void {
  const ts = Date.now()
  for (const bed of [...state.all()]) {
    const next = { ...bed, ts, rr: 14 + ((tick + bed.place.no) % 40) / 10 }
    state.put(next)
    fanout.numbers(next)
  }
  fanout.tick()
}

answer<PortalLiveAsk, PortalLiveAnswer>(async (ask) => {
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live?token=t&type=clinic&clinic_id=${clinicId}&batch=1`
  if (ask.do === 'saturate') return { address, ...(await saturate(sockets, ask.seconds, sendTick)) }
  addDevices(ask.deviceCount)
  return { address, ticks: 0, cpuSeconds: 0 }
})
