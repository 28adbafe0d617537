import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { createPool } from '../../server/platform/database.ts'
import { hashToken } from '../../server/sessions/index.ts'
import { bigHouse, connectionOf } from './api-people.ts'
import { answer } from './child.ts'

/**
 * Bare Fastify routes on the portal's database, as somebody writes them by hand who wants only these answers, fast: one
 * statement for whoever calls, one for the page in the order of an index with the scope in its WHERE, both prepared, and
 * a count up to 10,000 that is kept for two seconds. As the owner of the database, so without row-level security;
 * nothing is parsed, recorded or shaped.
 */

export interface BareApiAsk {
  /** of a running portal */
  readonly dataDir: string
  readonly token: string
  readonly search: string
  /** database connections, as many as the portal's */
  readonly pool: number
}

/** address */
export type BareApiAnswer = string

const byName = 'order by lower(last_name) collate numeric_order, lower(first_name) collate numeric_order, u.id'

/** $1: whether the caller sees all clinics, $2: those they see */
const lists = {
  users: (search: boolean) => ({
    // Of what is searched, only the page's rows are read in full; the rest is read in the index of names.
    page: `select u.*, array(select clinic_id from user_clinics where user_id = u.id) as clinics
      from ${search ? '(select id from users' : 'users'} u
      where ($1 or exists (select from user_clinics c where c.user_id = u.id and c.clinic_id = any($2::text[])))
        ${search ? `and names_folded like $3 ${byName} limit 10) p join users u on u.id = p.id ${byName}` : `${byName} limit 10`}`,
    count: `select count(*) from (select from users u
      where ($1 or exists (select from user_clinics c where c.user_id = u.id and c.clinic_id = any($2::text[])))
        ${search ? 'and names_folded like $3' : ''} limit 10001) found`,
  }),
  residents: {
    page: `select r.*, d.id as device_id, d.name as device_name, d.tz as device_tz, p.online, n.low, n.high, n.extreme_high,
        n.extreme_low, n.no_breathing_seconds, s.state as consent, l.since as leave_since, l.until as leave_until
      from (select * from residents where clinic_id = $3 and status = 1 and ($1 or clinic_id = any($2::text[]))
        order by room collate numeric_order, lower(last_name) collate numeric_order,
          lower(first_name) collate numeric_order, id limit 50) r
      left join device_assignments a on a.resident_id = r.id and a.until is null
      left join devices d on d.id = a.device_id
      left join presence p on p.device_no = d.no
      left join lateral (select * from plans o where o.clinic_id = r.clinic_id
        and (o.resident_id = r.id or o.resident_id is null) order by o.resident_id nulls last, o.valid_from desc limit 1) n on true
      left join lateral (select state from consents o where o.resident_id = r.id order by id desc limit 1) s on true
      left join lateral (select since, until from leaves o where o.resident_id = r.id and until > now() limit 1) l on true`,
    count: `select count(*) from (select from residents
      where clinic_id = $3 and status = 1 and ($1 or clinic_id = any($2::text[])) limit 10001) found`,
  },
  devices: {
    page: `select d.*, a.resident_id, r.room, r.floor, p.online, l.ts as last_seen, w.is_change_only, w.pace_ms
      from (select * from devices where $1 or clinic_id = any($2::text[])
        order by name collate numeric_order, id limit 10) d
      left join watch_checkpoints w on w.device_no = d.no
      left join device_assignments a on a.device_id = d.id and a.until is null
      left join residents r on r.id = a.resident_id
      left join presence p on p.device_no = d.no
      left join latest l on l.device_no = d.no`,
    count: 'select count(*) from (select from devices where $1 or clinic_id = any($2::text[]) limit 10001) found',
  },
  profile: { page: 'select * from clinics where id = $3 and ($1 or id = any($2::text[]))', count: null },
}

const whoAsks = `select u.id, u.name, u.email, u.groups, array(select clinic_id from user_clinics where user_id = u.id) as clinics
  from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now() and u.status = 1`

answer<BareApiAsk, BareApiAnswer>(async ({ dataDir, search, pool: max }) => {
  const pool: pg.Pool = createPool(connectionOf(dataDir), { name: 'bare', max, types: pg.types })
  const app = Fastify({ logger: false })
  const counts = new Map<string, { readonly n: number; readonly until: number }>()
  const like = `%${search}%`
  const serve = (path: string, list: { page: string; count: string | null } | null, more: readonly unknown[]) =>
    app.get(path, async (request, reply) => {
      const token = hashToken(request.headers.authorization!.slice('Bearer '.length))
      const client = await pool.connect()
      try {
        const caller = (await client.query({ name: 'who', text: whoAsks, values: [token] })).rows[0]
        if (!caller) return reply.code(401).send()
        if (!list) return caller
        const values = [caller.groups.includes('sa'), caller.clinics, ...more]
        const { rows } = await client.query({ name: path, text: list.page, values })
        let kept = counts.get(path)
        if (list.count && (!kept || kept.until < Date.now())) {
          const { rows: found } = await client.query({ name: `${path} count`, text: list.count, values })
          kept = { n: Number(found[0].count), until: Date.now() + 2_000 }
          counts.set(path, kept)
        }
        return { items: rows, total: kept?.n }
      } finally {
        client.release()
      }
    })
  serve('/session', null, [])
  serve('/users', lists.users(false), [])
  serve('/search', lists.users(true), [like])
  serve('/residents', lists.residents, [bigHouse])
  serve('/devices', lists.devices, [])
  serve('/profile', lists.profile, [bigHouse])
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
