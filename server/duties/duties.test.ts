import * as calls from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { withCtx } from '../platform/context.ts'
import { listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { saveDuty } from './duties.sql.ts'
import { dutyRoutes, type Gateways, peopleOf, peopleToNotify, uncoveredClinics } from './index.ts'

let portal: TestHttp
const gateways: { -readonly [name in keyof Gateways]: boolean } = { mail: true, sms: true }
let clinic_id: string
let nurse: SignedInClient
let colleague: SignedInClient
let manager: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(dutyRoutes(gateways))
})
beforeEach(async () => {
  Object.assign(gateways, { mail: true, sms: true })
  clinic_id = await portal.createClinic()
  await portal.owner
    .updateTable('clinics')
    .set({ floors: ['1', '2'] })
    .where('id', '=', clinic_id)
    .execute()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  manager = await portal.asUser({ groups: ['vc-admin'], clinicIds: [clinic_id] })
})
afterAll(() => portal.close())

const inMinutes = (minutes: number): string => Temporal.Now.instant().add({ minutes }).round('millisecond').toString()
const take = (who: SignedInClient, floors: string[] = ['2'], until = inMinutes(60)) =>
  who.call(calls.createDuty, { clinic_id, floors, until })
const origin = () => ({
  database: portal.database,
  actor: { type: 'job', name: 'test' } as const,
  log: createLog('silent'),
})
/** Pretends that much of the duties has passed. */
const pass = (minutes: number) =>
  sql`update duties set since = since - make_interval(mins => ${minutes}), until = until - make_interval(mins => ${minutes})`.execute(
    portal.owner,
  )
const uncovered = async () =>
  (await colleague.call(calls.listDuties, { clinic_id })).uncovered.map(({ floor }) => floor)

describe('duty', () => {
  it('is taken for floors until then, seen by all, and ended by any of them [AN-7]', async () => {
    const until = inMinutes(60)
    const made = await take(nurse, ['2'], until)
    expect(made).toMatchObject({ clinic_id, user_id: nurse.userId, floors: ['2'], until })
    expect(await colleague.call(calls.listDuties, { clinic_id })).toMatchObject({
      items: [made],
      pagination: { page: 1, page_size: 1, total_records: 1 },
    })
    await colleague.call(calls.endDuty, { id: made.id })
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toEqual([])
    expect((await nurse.refused(calls.endDuty, { id: made.id })).status).toBe(404)
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('clinic_id', '=', clinic_id)
      .where('act', 'like', 'duty.%')
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['duty.create', 'duty.end'])
  })

  it('notifies its holder immediately of what is open on its floors [AN-7]', async () => {
    const events = await listenToEvents(portal.connections.work, createLog('silent'))
    const changed: string[] = []
    events.on((event) => event.type === 'changed' && changed.push(event.noun))
    await take(nurse)
    await expect.poll(() => changed).toEqual(['duties', 'notifications'])
    await events.close()
  })

  it('taken again goes on until the new time [AN-7]', async () => {
    const { id } = await take(nurse, ['2', '1'])
    const until = inMinutes(120)
    expect(await take(nurse, ['1', '2'], until)).toMatchObject({ id, until })
    expect((await nurse.call(calls.listDuties, { clinic_id })).items).toHaveLength(1)
    // For other floors it is another duty.
    await take(nurse, ['1'])
    expect((await nurse.call(calls.listDuties, { clinic_id })).items.map(({ floors }) => floors)).toEqual([
      ['1', '2'],
      ['1'],
    ])
  })

  it('taken several times at the same moment is one [AN-7]', async () => {
    const until = inMinutes(60)
    let second: Promise<unknown> | undefined
    await withCtx(origin(), async (ctx) => {
      const by = { recorded_by: 'n', recorded_name: 'N' }
      await saveDuty(ctx, {
        clinic_id,
        user_id: nurse.userId,
        floors: ['2'],
        until: Temporal.Instant.from(until),
        ...by,
      })
      let isOver = false
      second = take(nurse, ['2'], until).finally(() => {
        isOver = true
      })
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`
      await expect.poll(async () => isOver || (await waiting.execute(portal.owner)).rows.length > 0).toBe(true)
    })
    await second
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toHaveLength(1)
  })

  it('is given to others by who manages the facility [AN-7]', async () => {
    const given = { clinic_id, floors: [], until: inMinutes(60), user_id: nurse.userId }
    expect((await colleague.refused(calls.createDuty, given)).status).toBe(403)
    const made = await manager.call(calls.createDuty, given)
    expect(made.user_id).toBe(nurse.userId)
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    const refusal = await manager.refused(calls.createDuty, { ...given, user_id: stranger.userId })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'user_id'])
    expect((await stranger.refused(calls.listDuties, { clinic_id })).status).toBe(404)
    expect((await stranger.refused(calls.createDuty, { ...given, user_id: undefined })).status).toBe(404)
  })

  it('is given to others by its facility administrator, and by those of other facilities not [AN-7] [EA-3]', async () => {
    const elsewhere = await portal.createClinic()
    const administrator = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id, elsewhere] })
    const administers = (id: string) =>
      sql`update user_clinics set is_admin = clinic_id = ${id} where user_id = ${administrator.userId}`.execute(
        portal.owner,
      )
    const given = { clinic_id, floors: [], until: inMinutes(60), user_id: nurse.userId }
    await administers(elsewhere)
    expect((await administrator.refused(calls.createDuty, given)).body.code).toBe('duty_for_others')
    await administers(clinic_id)
    expect((await administrator.call(calls.createDuty, given)).user_id).toBe(nurse.userId)
  })

  it.each([
    ['in the past', ['2'], -1, 'until', () => m.duty_over()],
    ['too long', ['2'], 25 * 60, 'until', () => m.duty_too_long({ hours: 24 })],
    ['of an unknown floor', ['9'], 60, 'floors', () => m.duty_floor_unknown({ floor: '9' })],
  ])('%s is refused [AN-7]', async (_what, floors, minutes, field, message) => {
    const { status, body } = await nurse.refused(calls.createDuty, { clinic_id, floors, until: inMinutes(minutes) })
    expect([status, body.field, body.message]).toEqual([422, field, message()])
  })

  it('needs a way to reach who has it besides the page [AN-7] [AN-8]', async () => {
    Object.assign(gateways, { mail: false, sms: true })
    const refusal = await nurse.refused(calls.createDuty, { clinic_id, until: inMinutes(60) })
    expect([refusal.status, refusal.body.message]).toEqual([409, m.duty_unreachable()])
    await portal.owner.updateTable('users').set({ contact: '+447700900123' }).where('id', '=', nurse.userId).execute()
    await take(nurse)
    // Without any gateway the portal is being tried: its outbox shows the mails.
    Object.assign(gateways, { mail: false, sms: false })
    await take(colleague)
  })

  it('needs one that was chosen and works for every danger [AN-7] [AN-8]', async () => {
    const refused = async () =>
      (await nurse.refused(calls.createDuty, { clinic_id, until: inMinutes(60) })).body.message === m.duty_unreachable()
    const danger = { kind: 'episode', severity: 'danger' } as const
    for (const channels of [['popup'], ['sms'], ['push']] as const) {
      await nurse.call(calls.chooseChannels, { choices: [{ ...danger, channels: [...channels] }] })
      expect(await refused(), channels[0]).toBe(true)
    }
    await nurse.call(calls.chooseChannels, { choices: [{ ...danger, channels: ['mail'] }] })
    await take(nurse)
  })

  it('is not taken by whoever is removed from the facility at the same moment [AN-7] [SI-1]', async () => {
    const { userId } = nurse
    const tries = [
      () => take(nurse),
      () => manager.call(calls.createDuty, { clinic_id, user_id: userId, until: inMinutes(60) }),
    ]
    for (const attempt of tries) {
      const asked = await portal.owner.transaction().execute(async (db) => {
        await sql`select from users where id = ${userId} for no key update`.execute(db)
        await sql`delete from user_clinics where user_id = ${userId}`.execute(db)
        const taken = Promise.allSettled([attempt()])
        await untilWaiting(portal.owner, taken)
        return { taken }
      })
      expect((await asked.taken)[0].status).toBe('rejected')
      expect((await colleague.call(calls.listDuties, { clinic_id })).items).toEqual([])
      await sql`insert into user_clinics (user_id, clinic_id) values (${userId}, ${clinic_id})`.execute(portal.owner)
    }
  })

  it('ends for whoever is removed from the facility, not for whoever is given it back at once [AN-7]', async () => {
    const { id } = await take(nurse)
    const remove = (db: TestHttp['owner']) =>
      db.deleteFrom('user_clinics').where('user_id', '=', nurse.userId).where('clinic_id', '=', clinic_id).execute()
    const current = async () => (await colleague.call(calls.listDuties, { clinic_id })).items.map((duty) => duty.id)
    await portal.owner.transaction().execute(async (db) => {
      await remove(db)
      await db.insertInto('user_clinics').values({ user_id: nurse.userId, clinic_id }).execute()
    })
    expect(await current()).toEqual([id])
    await remove(portal.owner)
    expect(await current()).toEqual([])
  })

  it('ends for who becomes a member, whatever facilities they keep, and its floor is known to be nobody’s [AN-7]', async () => {
    await take(nurse)
    await portal.owner
      .updateTable('users')
      .set({ groups: ['member'] })
      .where('id', '=', nurse.userId)
      .execute()
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toEqual([])
    expect(await uncovered()).toEqual(['2'])
  })

  it('ends for who is deleted, and its floor is known to be nobody’s [AN-7]', async () => {
    await take(nurse, ['2'])
    await portal.owner.deleteFrom('users').where('id', '=', nurse.userId).execute()
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toEqual([])
    expect(await uncovered()).toEqual(['2'])
  })

  it('ends for who no longer administers every facility [AN-7]', async () => {
    const superadmin = await portal.asUser({ groups: ['sa'], clinicIds: [] })
    await take(superadmin, ['2'])
    const become = (...groups: string[]) =>
      portal.owner.updateTable('users').set({ groups }).where('id', '=', superadmin.userId).execute()
    await become('cip_users', 'superadmin-feature')
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toHaveLength(1)
    await become('cip_users')
    expect((await colleague.call(calls.listDuties, { clinic_id })).items).toEqual([])
    expect(await uncovered()).toEqual(['2'])
  })
})

describe('a floor that nobody has', () => {
  it('is said 15 minutes before, until somebody takes it, and at most 12 hours [AN-7]', async () => {
    expect(await uncovered()).toEqual([])
    await take(nurse, ['2'], inMinutes(30))
    expect(await uncovered()).toEqual([])
    await pass(14)
    expect(await uncovered()).toEqual([])
    await pass(2)
    expect(await uncovered()).toEqual(['2'])
    expect(await withCtx(origin(), uncoveredClinics)).toContainEqual(
      expect.objectContaining({ clinic_id, floors: ['2'] }),
    )
    const whole = await take(colleague, [])
    expect(await uncovered()).toEqual([])
    await colleague.call(calls.endDuty, { id: whole.id })
    expect(await uncovered()).toEqual(['1', '2'])
    await pass(12 * 60 + 30)
    expect(await uncovered()).toEqual([])
  })
})

describe('a floor that the facility no longer has', () => {
  const setFloors = (...floors: string[]) =>
    portal.owner.updateTable('clinics').set({ floors }).where('id', '=', clinic_id).execute()

  it('is not said to be nobody’s, because nobody could take it [AN-7]', async () => {
    await take(nurse, ['2'], inMinutes(10))
    expect(await uncovered()).toEqual(['2'])
    await setFloors('1')
    expect(await uncovered()).toEqual([])
    // Only the whole facility is left to take.
    await setFloors()
    expect(await uncovered()).toEqual([''])
    await take(colleague, [])
    expect(await uncovered()).toEqual([])
  })
})

describe('who is told', () => {
  const about = { kind: 'no_breathing', severity: 'danger' } as const
  const told = async (floor: string, isForAll = false, severity: 'danger' | 'warning' = 'danger') => {
    const people = await withCtx(origin(), (ctx) => peopleOf(ctx, [clinic_id]))
    return peopleToNotify(people, { ...about, severity, clinic_id, floor }, isForAll)
      .map(({ user_id }) => user_id)
      .toSorted()
  }

  it('is who has the floor; everybody where nobody has it, and of what belongs to no floor who has any [AN-7]', async () => {
    const all = [nurse.userId, colleague.userId].toSorted()
    expect(await told('2')).toEqual(all)
    await take(nurse, ['2'])
    expect([await told('2'), await told('1'), await told('')]).toEqual([[nurse.userId], all, [nurse.userId]])
    expect(await told('2', true)).toEqual(all)
    // Who manages the facility can have duty too.
    await take(manager, [])
    expect(await told('1')).toEqual([manager.userId])
    expect(await told('1', true)).toEqual([...all, manager.userId].toSorted())
    await sql`update users set status = 0 where id = ${manager.userId}`.execute(portal.owner)
    expect(await told('1')).toEqual(all)
  })

  it('is everybody where who has the floor can be reached by none of their ways any more [AN-7] [AN-8]', async () => {
    const all = [nurse.userId, colleague.userId].toSorted()
    await sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
      values (${nurse.userId}, 's', 'https://push.example/1', 'p', 'a')`.execute(portal.owner)
    await nurse.call(calls.chooseChannels, { choices: [{ ...about, channels: ['popup', 'push'] }] })
    await take(nurse)
    expect(await told('2')).toEqual([nurse.userId])
    await sql`delete from push_subscriptions where user_id = ${nurse.userId}`.execute(portal.owner)
    expect(await told('2')).toEqual(all)
    // Warnings that are wanted on the page alone are there.
    await nurse.call(calls.chooseChannels, {
      choices: [{ ...about, severity: 'warning', channels: ['popup', 'sound'] }],
    })
    expect(await told('2', false, 'warning')).toEqual([nurse.userId])
  })
})

describe('ways to be told', () => {
  const choice = { kind: 'no_breathing', severity: 'danger', channels: ['popup', 'sms'] } as const

  it('are chosen by each person, and hold [AN-8]', async () => {
    expect(await nurse.call(calls.readChannels, {})).toEqual({
      choices: [],
      working: ['popup', 'sound', 'mail'],
      is_on_duty: false,
    })
    const chosen = [{ ...choice, channels: [...choice.channels] }]
    expect((await nurse.call(calls.chooseChannels, { choices: chosen })).choices).toEqual(chosen)
    const twice = [{ ...choice, channels: ['mail' as const] }, ...chosen]
    expect((await nurse.call(calls.chooseChannels, { choices: twice })).choices).toEqual(chosen)
    expect((await colleague.call(calls.readChannels, {})).choices).toEqual([])
    const people = await withCtx(origin(), (ctx) => peopleOf(ctx, [clinic_id]))
    const [own] = peopleToNotify(
      people.filter(({ user_id }) => user_id === nurse.userId),
      { clinic_id, kind: 'no_breathing', severity: 'danger', floor: '2' },
      false,
    )
    expect(own?.channels).toEqual(['popup', 'sms'])
  })

  it('leave one that reaches the person in danger, while on duty [AN-8]', async () => {
    await take(nurse)
    const choices = [{ ...choice, channels: ['popup' as const, 'sound' as const] }]
    const refusal = await nurse.refused(calls.chooseChannels, { choices })
    expect([refusal.status, refusal.body.message]).toEqual([409, m.duty_channels_needed()])
    expect((await colleague.call(calls.chooseChannels, { choices })).choices).toEqual(choices)
  })

  it('leave one that works for every danger, while on duty [AN-8]', async () => {
    await take(nurse)
    const danger = { kind: 'episode', severity: 'danger' } as const
    const byMail = { ...danger, channels: ['mail' as const] }
    for (const choices of [
      [{ ...danger, channels: ['sms' as const] }],
      [{ ...danger, channels: ['push' as const] }],
      // The last one holds.
      [byMail, { ...danger, channels: [] }],
    ])
      expect((await nurse.refused(calls.chooseChannels, { choices })).body.message).toBe(m.duty_channels_needed())
    expect((await nurse.call(calls.readChannels, {})).choices).toEqual([])
    expect((await nurse.call(calls.chooseChannels, { choices: [byMail] })).choices).toEqual([byMail])
  })

  it('are put right on duty, one by one, by whom no danger reaches any more [AN-8]', async () => {
    const byPush = (['episode', 'no_breathing', 'monitoring'] as const).map((kind) => ({
      ...{ kind, severity: 'danger' as const },
      channels: ['popup' as const, 'push' as const],
    }))
    await nurse.call(calls.chooseChannels, { choices: byPush })
    await portal.owner
      .insertInto('push_subscriptions')
      .values({ user_id: nurse.userId, session_id: 's', endpoint: nurse.userId, p256dh: 'p', auth: 'a' })
      .execute()
    await take(nurse)
    await portal.owner.deleteFrom('push_subscriptions').where('user_id', '=', nurse.userId).execute()
    const withMail = byPush.map((one) => ({ ...one, channels: [...one.channels, 'mail' as const] }))
    for (const count of [1, 2, 3]) {
      const choices = [...withMail.slice(0, count), ...byPush.slice(count)]
      expect((await nurse.call(calls.chooseChannels, { choices })).choices).toHaveLength(3)
      // What reaches them again must stay.
      const without = [...withMail.slice(0, count - 1), ...byPush.slice(count - 1)]
      const refusal = await nurse.refused(calls.chooseChannels, { choices: without })
      expect(refusal.body.message).toBe(m.duty_channels_needed())
    }
  })
})
