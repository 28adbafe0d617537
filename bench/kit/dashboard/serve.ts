import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { trackEvents } from '@eupnea/contract/analytics.ts'
import { listClinics } from '@eupnea/contract/clinics.ts'
import { readChannels } from '@eupnea/contract/duties.ts'
import { readHost } from '@eupnea/contract/hosts.ts'
import { type LiveMessage, ticks } from '@eupnea/contract/live.ts'
import { countUnseenNotifications, listCurrentNotifications, readMonitoring } from '@eupnea/contract/notifications.ts'
import { readClinicPlan } from '@eupnea/contract/plans.ts'
import { listLastRr, listResidents } from '@eupnea/contract/residents.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { createLiveToken, readSession } from '@eupnea/contract/sessions.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { insertWidths } from '../../../web/shared/breakpoints.ts'
import { answer } from '../child.ts'
import { bedsOf, clinic, host, lastRrOf, messagesOf, residentOf, session, stateOf } from './ward.ts'

/**
 * Serves the built app and the hand-written page, answers the few calls a dashboard makes, and sends live messages in
 * the portal's frames. None of the portal's own work is measured.
 */

export type ServeAsk =
  | { readonly do: 'start'; readonly app: string; readonly cards: number }
  /** from now on, `still` at this instant: one snapshot for each connection, then silence */
  | { readonly do: 'still'; readonly at: number | null }
  | { readonly do: 'count' }

export interface ServeAnswer {
  readonly url: string
  /** messages sent so far */
  readonly messages: number
  /** calls this server doesn't know */
  readonly unknown: readonly string[]
}

let app = ''
let beds = bedsOf(0)
let stillAt: number | null = null
let messages = 0
const unknown: string[] = []

const room = join(import.meta.dirname, '../../..')
const byHand: Record<string, readonly string[]> = {
  '/plain': [join(import.meta.dirname, 'plain.html')],
  '/plain.js': [join(import.meta.dirname, 'plain.js')],
  // The look is the app's own; plain.css replaces what the app gets from its component library.
  '/plain.css': [
    ...[
      'shared/tokens.css',
      'shared/theme.css',
      'app/shell.module.css',
      'app/menu.module.css',
      'app/live-badge.module.css',
      'shared/clinic-clock.module.css',
      'dashboard/dashboard-page.module.css',
      ...['card/grid.css', 'card/parts.css', 'card/states.css', 'card/wall.css', 'card.module.css'].map(
        (sheet) => `dashboard/${sheet}`,
      ),
      'shared/charts/sparkline.module.css',
    ].map((file) => join(room, 'web', file)),
    join(import.meta.dirname, 'plain.css'),
  ],
}
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const at = () => stillAt ?? Date.now()

const packed = new Map<string, Buffer>()

/** As the portal sends it: files as well as can be, once; answers quickly. Pictures and fonts are packed already. */
function pack(content: Buffer, quality: number): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

function packFile(path: string, content: Buffer): Buffer {
  const known = packed.get(path) ?? pack(content, constants.BROTLI_MAX_QUALITY)
  packed.set(path, known)
  return known
}

/** Answers at the contract's paths; each answer is checked against the contract. */
function call(request: IncomingMessage, url: URL): unknown {
  const path = `${request.method} ${url.pathname.replace(/^\/api/, '')}`
  const is = ({ method, path: of }: { method: string; path: string }) =>
    path === `${method} ${of.replace('{clinic_id}', clinic.id)}`
  const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
  const page = number('page', 1)
  const page_size = number('page_size', 50)
  const pagination = (total_records: number) => ({ page, page_size, total_records })
  if (is(readSession)) return readSession.output.parse(session)
  if (is(createLiveToken))
    return createLiveToken.output.parse({ token: 'one', expires_at: new Date(Date.now() + 60_000).toISOString() })
  if (is(listClinics)) return listClinics.output.parse({ items: [clinic], pagination: pagination(1) })
  if (is(listResidents)) {
    const items = beds.slice((page - 1) * page_size, page * page_size).map(residentOf)
    return listResidents.output.parse({ items, pagination: pagination(beds.length) })
  }
  if (is(listLastRr)) {
    const withGraph = url.searchParams.get('graph') === 'true'
    const items = beds.map((bed) => lastRrOf(bed, at(), withGraph))
    return listLastRr.output.parse({ items, pagination: pagination(items.length) })
  }
  if (is(readHost)) return readHost.output.parse(host)
  if (is(readClinicPlan)) {
    const nobodys = { reason: '', review_on: null, valid_from: null, by: null }
    return readClinicPlan.output.parse({ ...defaultPlan, ...nobodys, versions: [] })
  }
  if (is(listCurrentNotifications)) return listCurrentNotifications.output.parse({ items: [] })
  if (is(readChannels))
    return readChannels.output.parse({ choices: [], working: ['popup', 'sound'], is_on_duty: false })
  if (is(countUnseenNotifications)) return countUnseenNotifications.output.parse({ unseen: 0 })
  if (is(readMonitoring)) {
    const last_heard = new Date(at()).toISOString()
    return readMonitoring.output.parse({ clinic_id: clinic.id, outages: [], devices: beds.length, last_heard })
  }
  if (is(trackEvents)) return {}
  unknown.push(path)
  return null
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  // The app sets its clock by it.
  response.setHeader('date', new Date(at()).toUTCString())
  if (url.pathname.startsWith('/api/')) {
    const found = call(request, url)
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    const text = Buffer.from(
      JSON.stringify(found ?? { code: 'notFound', title: 'Not found', message: '', request_id: '' }),
    )
    const isPacked = text.length > 1_024
    response.writeHead(found === null ? 404 : 200, { ...headers, ...(isPacked && { 'content-encoding': 'br' }) })
    response.end(isPacked ? pack(text, 4) : text)
    return
  }
  const own = byHand[url.pathname]
  const isFile = extname(url.pathname) !== ''
  const files = own ?? [join(app, isFile ? normalize(url.pathname) : 'index.html')]
  try {
    const type = extname(files[0]!)
    const parts = files.map((file) => readFileSync(file))
    const content = own && type === '.css' ? insertWidths(Buffer.concat(parts).toString()) : Buffer.concat(parts)
    const contentType = types[type]
    const isKept = url.pathname.startsWith('/assets/') || own !== undefined
    response.writeHead(200, {
      'content-type': contentType ?? 'application/octet-stream',
      'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(contentType && { 'content-encoding': 'br' }),
    })
    response.end(contentType ? packFile(files.join(), Buffer.from(content)) : content)
  } catch {
    if (url.pathname !== '/favicon.ico') unknown.push(url.pathname)
    response.writeHead(404).end()
  }
}

const server = createServer(respond)
const live = new WebSocketServer({ server, path: '/live', perMessageDeflate: false })
const text = { binary: false }

function send(to: Iterable<WebSocket>, frame: readonly LiveMessage[]): void {
  if (frame.length === 0) return
  const bytes = Buffer.from(JSON.stringify(frame))
  for (const socket of to) {
    socket.send(bytes, text)
    messages += frame.length
  }
}

live.on('connection', (socket) => {
  send([socket], [{ action: 'snapshot', devices: beds.map((bed) => stateOf(bed, at())) }])
})

let tick = 0
setInterval(() => {
  tick++
  if (stillAt === null && live.clients.size > 0) send(live.clients, messagesOf(beds, tick, Date.now()))
}, ticks.numbers)

await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

answer<ServeAsk, ServeAnswer>((ask) => {
  if (ask.do === 'start') {
    app = ask.app
    beds = bedsOf(ask.cards)
  }
  if (ask.do === 'still') stillAt = ask.at
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, messages, unknown }
})
