import { updateClinic } from '@eupnea/contract/clinics.ts'
import * as calls from '@eupnea/contract/sms-alerts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { type RaisedEpisode, raiseEpisode } from '../live/ingest/effects.sql.ts'
import { statementsOf } from '../live/ingest/statements.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { smsAlertRoutes } from '../sms-alerts/index.ts'
import { dispatchNotifications } from './dispatch-notifications.ts'
import { dispatchRoutes } from './routes.ts'
import { secondsToNextStep, takeDueSteps } from './steps.sql.ts'

let portal: TestHttp
let admin: SignedInClient
let nurse: SignedInClient
let clinic_id: string
let origin: CtxOrigin
const baseUrl = 'https://portal.example.org'

beforeAll(async () => {
  portal = await startTestHttp([...dispatchRoutes, ...smsAlertRoutes, ...clinicRoutes(createMemoryStore())])
  origin = { database: portal.database, actor: { type: 'job', name: 'alerts' }, log: createLog('silent') }
  admin = await portal.asUser()
})
beforeEach(async () => {
  await portal.owner.deleteFrom('deliveries').execute()
  clinic_id = await portal.createClinic({ name: 'Maple House', tz: 'Europe/London' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})
afterAll(() => portal.close())

const dispatch = async () => {
  while ((await dispatchNotifications(origin, baseUrl)) > 0);
}
const subscribe = (number: string, code = '+44') => nurse.call(calls.createSmsAlert, { clinic_id, code, number })
const messages = () => portal.owner.selectFrom('deliveries').selectAll().orderBy('recipient').execute()
const reached = async () => (await messages()).map(({ recipient }) => recipient)

/** An episode with the notification that raised it, as ingest writes them. */
async function raise(more: { readonly minutesAgo?: number; readonly floor?: string } = {}) {
  const created_at = Temporal.Now.instant().subtract({ minutes: more.minutesAgo ?? 0 })
  const resident_id = await portal.createResident({ clinic_id, room: '12', floor: more.floor ?? '' })
  const device_id = await portal.createDevice({ clinic_id })
  const { id: episode_id } = await portal.owner
    .insertInto('episodes')
    .values({ clinic_id, resident_id, device_id, direction: 'high', severity: 'warning', rr: 26 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await portal.owner
    .insertInto('notifications')
    .values({
      clinic_id,
      episode_id,
      title: 'High Respiratory',
      description: 'Ada Byron',
      action: 'rr',
      severity: 'warning',
      patient_id: resident_id,
      extra_detail: JSON.stringify({ patient_id: resident_id, device_id, rr: 26, alert: 'high' }),
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const worsen = async () => {
    const worse = { severity: 'danger', title: 'Extremely High Respiratory', worse_at: Temporal.Now.instant() }
    await portal.owner.updateTable('notifications').set(worse).where('id', '=', id).execute()
  }
  return { resident_id, device_id, episode_id, worsen, id }
}

/** Entries of an act that name the resident (AP-5). */
const actsAbout = async (resident_id: string, act: string) => {
  const entries = portal.owner.selectFrom('audit_entries').select('actor_id').where('act', '=', act)
  return (await entries.where('resident_id', '=', resident_id).execute()).map(({ actor_id }) => actor_id)
}

describe('a notification', () => {
  it('tells each active subscription and each alert recipient once, and once more when it becomes worse [AL-6] [AN-5]', async () => {
    await subscribe('7700900123')
    const { id } = await subscribe('7700900124')
    await nurse.call(calls.disableSmsAlert, { id })
    await admin.call(updateClinic, { clinic_id, alert_recipients: ['night@maple.example'] })
    const { worsen } = await raise()
    await Promise.all([dispatch(), dispatch(), dispatch()])
    expect(await reached()).toEqual(['+447700900123', 'night@maple.example'])
    const [sms, mail] = await messages()
    expect(sms!.body).toMatch(
      /^Maple House: Room 12 \(A\.B\.\), High Respiratory, 26 BrPM at \d\d:\d\d\. https:.+\/n\/[\w-]{16}$/,
    )
    expect(`${sms!.body}${mail!.subject}${mail!.body}`).not.toMatch(/Ada|Byron/)
    await worsen()
    await dispatch()
    const worse = (await messages()).filter(({ severity }) => severity === 'danger')
    expect(worse.map(({ body }) => body)).toEqual(Array(2).fill(expect.stringContaining('Extremely High Respiratory')))
    await worsen()
    await dispatch()
    expect(await messages()).toHaveLength(4)
    await raise()
    await dispatch()
    expect(await messages()).toHaveLength(6)
  })

  /** As ingest raises what has lasted in a bed until then. */
  async function raiseAsIngest(told: Pick<RaisedEpisode, 'at' | 'title' | 'kind' | 'rr'> & Partial<RaisedEpisode>) {
    const residentId = await portal.createResident({ clinic_id, room: '12' })
    const deviceId = await portal.createDevice({ clinic_id })
    await portal.owner
      .insertInto('device_assignments')
      .values({ clinic_id, device_id: deviceId, resident_id: residentId })
      .execute()
    const raised: RaisedEpisode = {
      ...{ direction: null, severity: 'danger', aheadMs: null, isLate: false, description: '', tz: 'UTC' },
      ...{ clinicId: clinic_id, residentId, deviceId, ...told },
    }
    await portal.owner.transaction().execute((db) => raiseEpisode(statementsOf({ db }), raised))
  }

  it('says since when the signal is lost, not since when that is notified [AL-6] [WA-2]', async () => {
    await subscribe('7700900123')
    const at = Date.parse('2026-02-03T03:12:30Z')
    await raiseAsIngest({ kind: 'no_breathing', title: 'No breathing signal', rr: null, at, since: at - 150_000 })
    await dispatch()
    expect((await messages())[0]!.body).toContain('No breathing signal since 03:10 on')
  })

  it('says when the rate was so, as lists do, not when that was known [AL-6]', async () => {
    await subscribe('7700900123')
    const was = Temporal.Now.instant().subtract({ minutes: 7 })
    const rate = { kind: 'episode', direction: 'high', title: 'High Respiratory', rr: 34 } as const
    await raiseAsIngest({ ...rate, at: was.epochMilliseconds })
    await dispatch()
    const time = was.toZonedDateTimeISO('Europe/London').toPlainTime().toString({ smallestUnit: 'minute' })
    expect((await messages())[0]!.body).toContain(`34 BrPM at ${time}`)
  })

  it('of the facility itself is told once too [AL-6]', async () => {
    await subscribe('7700900123')
    const values = {
      clinic_id,
      title: 'No readings',
      description: 'since 03:05',
      action: 'monitoring',
      kind: 'monitoring',
    }
    await portal.owner
      .insertInto('notifications')
      .values({ ...values, severity: 'danger', extra_detail: '{}' })
      .execute()
    await dispatch()
    await dispatch()
    expect((await messages()).map(({ body }) => body)).toEqual([expect.stringContaining('No readings, since 03:05')])
  })

  it('is looked for when there is one, and not all the time [AL-6]', async () => {
    const untilNext = () => withCtx(origin, secondsToNextStep)
    await portal.owner.deleteFrom('notifications').execute()
    expect(await untilNext()).toBeNull()
    await raise()
    expect(await untilNext()).toBe(0)
  })

  it('that was rolled back tells nobody [AL-6]', async () => {
    await subscribe('7700900123')
    const failing = portal.owner.transaction().execute(async (db) => {
      const values = { clinic_id, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' }
      await db.insertInto('notifications').values(values).execute()
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await dispatch()
    expect(await messages()).toEqual([])
  })

  it('shows who was told and how far that came: raised, sent, delivered, opened, acknowledged [AL-6] [AL-7] [AP-5]', async () => {
    await subscribe('7700900123')
    const { id, resident_id, device_id } = await raise()
    await dispatch()
    const only = async () => (await nurse.call(calls.listAlertDeliveries, { notification_id: id })).items[0]
    expect(await only()).toMatchObject({ kind: 'sms', recipient: '+447700900123', state: 'queued', opened_at: null })
    const [message] = await messages()
    const set = (values: object) => portal.owner.updateTable('deliveries').set(values).execute()
    await set({
      status: 'sent',
      sent_at: Temporal.Now.instant(),
      delivery: 'delivered',
      delivery_at: Temporal.Now.instant(),
    })
    const token = message!.body!.split('/n/')[1]!
    expect(await nurse.call(calls.openAlertDelivery, { token })).toEqual({
      clinic_id,
      notification_id: id,
      patient_id: resident_id,
      device_id,
    })
    expect(await actsAbout(resident_id, 'sms-alert.open')).toEqual([nurse.userId])
    // With the person's id, so that an erasure finds it.
    const opened = portal.owner.selectFrom('deliveries').select('opened_by').where('notification_id', '=', id)
    expect(await opened.executeTakeFirst()).toEqual({ opened_by: nurse.userId })
    expect(await actsAbout(resident_id, 'sms-alert.read-deliveries')).toContain(nurse.userId)
    const now = Temporal.Now.instant()
    await portal.owner
      .updateTable('notifications')
      .set({ acknowledged_at: now, acknowledged_name: 'Grace Hopper' })
      .where('id', '=', id)
      .execute()
    const proof = await only()
    expect(proof).toMatchObject({ state: 'delivered', opened_by: 'Test User', acknowledged_by: 'Grace Hopper' })
    for (const at of [proof!.raised_at, proof!.sent_at, proof!.delivered_at, proof!.opened_at, proof!.acknowledged_at])
      expect(at).toBeTruthy()
    expect((await nurse.call(calls.listSmsAlerts, { clinic_id })).items[0]!.last).toMatchObject({ state: 'delivered' })
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await stranger.refused(calls.openAlertDelivery, { token })).status).toBe(404)
    expect((await stranger.refused(calls.listAlertDeliveries, { notification_id: id })).status).toBe(404)
    expect((await portal.anonymous.refused(calls.openAlertDelivery, { token })).status).toBe(401)
  })
})

describe('escalation', () => {
  const recipients = ['head@maple.example', '+447700900199']
  const switchOn = () =>
    admin.call(updateClinic, { clinic_id, escalation_minutes: 10, escalation_recipients: recipients })

  it('tells the next recipients once when nobody acknowledged in time [AL-7]', async () => {
    await switchOn()
    await raise({ minutesAgo: 9 })
    await dispatch()
    expect(await reached()).toEqual([])
    const { worsen } = await raise({ minutesAgo: 11 })
    await dispatch()
    expect(await reached()).toEqual(recipients.toSorted())
    expect((await messages())[0]!.body).toContain('Not acknowledged for 11 min')
    // The minutes are counted anew from when it became worse.
    await worsen()
    await dispatch()
    expect(await messages()).toHaveLength(2)
  })

  it('is of what was open when it was switched on, too [AL-7]', async () => {
    const { id } = await raise({ minutesAgo: 61 })
    const over = await raise({ minutesAgo: 61 })
    const ended = { ended_at: Temporal.Now.instant() }
    await portal.owner.updateTable('episodes').set(ended).where('id', '=', over.episode_id).execute()
    await dispatch()
    await switchOn()
    await dispatch()
    expect(await reached()).toEqual([])
    const steps = portal.owner
      .updateTable('notification_steps')
      .where('clinic_id', '=', clinic_id)
      .where('step', '=', 'escalated')
    const past = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    expect(await steps.set(past).returning('notification_id').execute()).toEqual([{ notification_id: id }])
    // What fell due while it was off again reached nobody, and counts from when it is on again.
    await admin.call(updateClinic, { clinic_id, escalation_minutes: null })
    await dispatch()
    await switchOn()
    await dispatch()
    expect(await reached()).toEqual([])
    await steps.set(past).execute()
    await dispatch()
    expect(await reached()).toEqual(recipients.toSorted())
    const count = (await messages()).length
    await admin.call(updateClinic, { clinic_id, escalation_minutes: null })
    await switchOn()
    await steps.set(past).execute()
    await dispatch()
    expect(await messages()).toHaveLength(count)
  })

  it('tells them too when nobody acknowledged that the facility has no readings [AL-7]', async () => {
    await switchOn()
    const values = { clinic_id, title: 'No readings', description: '', action: 'monitoring', kind: 'monitoring' }
    const created_at = Temporal.Now.instant().subtract({ minutes: 11 })
    await portal.owner
      .insertInto('notifications')
      .values({ ...values, created_at, severity: 'danger', extra_detail: '{}' })
      .execute()
    await dispatch()
    await dispatch()
    expect(await reached()).toEqual(recipients.toSorted())
    expect((await messages())[0]!.body).toContain('Not acknowledged for 11 min')
  })

  it('keeps still about what was acknowledged or is over, and where it is off [AL-7]', async () => {
    await switchOn()
    const seen = await raise({ minutesAgo: 11 })
    const acknowledged = { acknowledged_at: Temporal.Now.instant() }
    await portal.owner.updateTable('notifications').set(acknowledged).where('id', '=', seen.id).execute()
    const over = await raise({ minutesAgo: 11 })
    const ended = { ended_at: Temporal.Now.instant() }
    await portal.owner.updateTable('episodes').set(ended).where('id', '=', over.episode_id).execute()
    await dispatch()
    expect(await reached()).toEqual([])
    await raise({ minutesAgo: 9 })
    await dispatch()
    await admin.call(updateClinic, { clinic_id, escalation_minutes: null })
    const past = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    await portal.owner.updateTable('notification_steps').set(past).where('clinic_id', '=', clinic_id).execute()
    await dispatch()
    expect(await reached()).toEqual([])
  })

  it('is not lost where an acknowledgement is undone that held when it was due [AL-7] [AN-6]', async () => {
    await switchOn()
    const { id } = await raise({ minutesAgo: 11 })
    const acknowledge = (acknowledged_at: Temporal.Instant | null) =>
      portal.owner.updateTable('notifications').set({ acknowledged_at }).where('id', '=', id).execute()
    await acknowledge(Temporal.Now.instant())
    await dispatch()
    expect(await reached()).toEqual([])
    await acknowledge(null)
    const past = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    await portal.owner.updateTable('notification_steps').set(past).where('clinic_id', '=', clinic_id).execute()
    await dispatch()
    expect(await reached()).toEqual(recipients.toSorted())
  })

  it('waits for the end of a snooze, and says how long nobody has acknowledged by then [AL-7]', async () => {
    await switchOn()
    const { id } = await raise({ minutesAgo: 62 })
    const snooze = (snoozed_until: Temporal.Instant) =>
      portal.owner.updateTable('notifications').set({ snoozed_until }).where('id', '=', id).execute()
    await snooze(Temporal.Now.instant().add({ hours: 1 }))
    await dispatch()
    expect(await reached()).toEqual([])
    await snooze(Temporal.Now.instant().subtract({ seconds: 1 }))
    const past = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    await portal.owner.updateTable('notification_steps').set(past).where('clinic_id', '=', clinic_id).execute()
    await dispatch()
    expect(await reached()).toEqual(recipients.toSorted())
    const [sms, mail] = await messages()
    expect([sms!.body, mail!.body]).toEqual([
      expect.stringContaining('Not acknowledged for 62 min.'),
      expect.stringContaining('Nobody has acknowledged this for 62 min.'),
    ])
  })

  const comeBack = async ({ episode_id }: Awaited<ReturnType<typeof raise>>) => {
    for (const ended_at of [Temporal.Now.instant(), null])
      await portal.owner.updateTable('episodes').set({ ended_at }).where('id', '=', episode_id).execute()
  }
  const pass = async ({ id }: Awaited<ReturnType<typeof raise>>, minutes: number) => {
    const earlier = sql`make_interval(mins => ${minutes})`
    await sql`update notifications set created_at = created_at - ${earlier}, reopened_at = array[now() - ${earlier}]
      where id = ${id}`.execute(portal.owner)
    await sql`update notification_steps set due_at = due_at - ${earlier} where notification_id = ${id}`.execute(
      portal.owner,
    )
    await dispatch()
  }

  it('counts from when the notification came back, and is sent once however often that happens [AL-7] [WA-7]', async () => {
    await switchOn()
    const raised = await raise({ minutesAgo: 9 })
    await dispatch()
    await comeBack(raised)
    await pass(raised, 9)
    expect(await reached()).toEqual([])
    // Acknowledged or over when they would have been told.
    await sql`update notification_steps set done_at = now() where notification_id = ${raised.id}`.execute(portal.owner)
    await comeBack(raised)
    await pass(raised, 11)
    expect(await reached()).toEqual(recipients.toSorted())
    expect((await messages())[0]!.body).toContain('Not acknowledged for 11 min')
    await comeBack(raised)
    await pass(raised, 11)
    expect(await messages()).toHaveLength(2)
  })

  it('is not put off by a sensor that fails every few minutes while nobody acknowledges it [AL-7] [WA-7]', async () => {
    await switchOn()
    const raised = await raise({ minutesAgo: 1 })
    await dispatch()
    for (const _ of ['first', 'second']) {
      await comeBack(raised)
      await pass(raised, 6)
    }
    expect(await reached()).toEqual(recipients.toSorted())
  })

  it('that was switched off meanwhile keeps nothing from coming back [AL-7] [WA-7]', async () => {
    await switchOn()
    const raised = await raise({ minutesAgo: 9 })
    await dispatch()
    await portal.owner.updateTable('clinics').set({ escalation_minutes: null }).execute()
    await comeBack(raised)
    const reopened = portal.owner.selectFrom('notifications').where('id', '=', raised.id).select('reopened_at')
    expect((await reopened.executeTakeFirstOrThrow()).reopened_at).toHaveLength(1)
  })

  it('takes addresses and numbers, and names what is neither [AL-7] [FA-3]', async () => {
    const change = (input: object) => admin.refused(updateClinic, { clinic_id, ...input })
    expect((await change({ escalation_recipients: ['0770'] })).body.field).toBe('escalation_recipients.0')
    expect((await change({ escalation_minutes: 0 })).body.field).toBe('escalation_minutes')
    const given = { clinic_id, escalation_recipients: ['+44 7700 900123', 'Head@Maple.example'] }
    expect((await admin.call(updateClinic, given)).escalation_recipients).toEqual([
      '+447700900123',
      'head@maple.example',
    ])
  })
})

describe('people of the facility', () => {
  const choose = (user_id: string, ...channels: string[]) =>
    portal.owner
      .insertInto('channel_choices')
      .values({ user_id, kind: 'episode', severity: 'danger', channels })
      .execute()
  const onDuty = (user_id: string, floors: string[] = []) =>
    portal.owner
      .insertInto('duties')
      .values({
        clinic_id,
        user_id,
        floors,
        until: Temporal.Now.instant().add({ minutes: 60 }),
        recorded_by: user_id,
        recorded_name: 'N',
      })
      .execute()

  it('are told by their duty, and of a danger all of them when nobody acknowledges it in two minutes [AN-7] [AN-8]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    await choose(other.userId, 'mail')
    await onDuty(nurse.userId)
    const { worsen } = await raise()
    await worsen()
    await dispatch()
    expect(await reached()).toEqual([nurse.email])
    const due = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    await portal.owner.updateTable('notification_steps').set(due).where('step', '=', 'everyone').execute()
    await dispatch()
    expect(await reached()).toEqual([nurse.email, nurse.email, other.email].toSorted())
    expect((await messages()).find(({ recipient }) => recipient === other.email)?.subject).toContain('Not acknowledged')
  })

  it('are not told of what somebody has acknowledged by then [AN-7]', async () => {
    await choose(nurse.userId, 'mail')
    await onDuty(nurse.userId)
    const { id, worsen } = await raise()
    await worsen()
    await dispatch()
    const acknowledged = { acknowledged_at: Temporal.Now.instant() }
    await portal.owner.updateTable('notifications').set(acknowledged).where('id', '=', id).execute()
    const due = { due_at: Temporal.Now.instant().subtract({ seconds: 1 }) }
    await portal.owner.updateTable('notification_steps').set(due).where('step', '=', 'everyone').execute()
    await dispatch()
    expect(await reached()).toEqual([nurse.email])
  })

  it('are told of what is open as they take duty [AN-7]', async () => {
    await raise()
    await dispatch()
    expect(await reached()).toEqual([])
    await onDuty(nurse.userId)
    await dispatch()
    expect(await reached()).toEqual([nurse.email])
  })

  it('are told of what is open about a resident who comes to their floor, each time [AN-7]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    await admin.call(updateClinic, { clinic_id, floors: ['1', '2'] })
    await onDuty(nurse.userId, ['1'])
    await onDuty(other.userId, ['2'])
    const { resident_id: id } = await raise({ floor: '1' })
    await dispatch()
    expect(await reached()).toEqual([nurse.email])
    const move = async (floor: string) => {
      await portal.owner.updateTable('residents').set({ floor }).where('id', '=', id).execute()
      await dispatch()
    }
    await move('2')
    expect(await reached()).toEqual([nurse.email, other.email].toSorted())
    await move('2')
    expect(await messages()).toHaveLength(2)
    await move('1')
    await move('2')
    expect((await reached()).filter((to) => to === other.email)).toHaveLength(2)
    await portal.owner.updateTable('notifications').set({ acknowledged_at: Temporal.Now.instant() }).execute()
    await move('1')
    expect(await messages()).toHaveLength(4)
  })

  it('are told by every duty of who is on a floor that the facility doesn’t have (any more) [AN-7]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    await choose(other.userId, 'mail')
    await admin.call(updateClinic, { clinic_id, floors: ['1', '2'] })
    await raise({ floor: '2' })
    await dispatch()
    await onDuty(nurse.userId, ['1'])
    await dispatch()
    expect(await reached()).toEqual([])
    await admin.call(updateClinic, { clinic_id, floors: ['1'] })
    await onDuty(nurse.userId, ['1'])
    await dispatch()
    expect(await reached()).toEqual([nurse.email])
    const { worsen } = await raise({ floor: '2' })
    await worsen()
    await dispatch()
    expect(await reached()).toEqual([nurse.email, nurse.email])
  })

  it('are told each time they take duty, and not because a colleague does [AN-7]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    await onDuty(other.userId)
    await raise()
    await dispatch()
    expect(await reached()).toEqual([other.email])
    await onDuty(nurse.userId)
    await dispatch()
    expect(await reached()).toEqual([nurse.email, other.email].toSorted())
    await sql`update duties set until = now() where user_id = ${nurse.userId}`.execute(portal.owner)
    await onDuty(nurse.userId)
    await dispatch()
    expect(await reached()).toEqual([nurse.email, nurse.email, other.email].toSorted())
  })
})

it('that another system hears of is told after what came before it, which another node tells [AN-12] [AN-6]', async () => {
  const { id: notification_id } = await raise()
  await dispatch()
  const step = { notification_id, clinic_id }
  const now = Temporal.Now.instant()
  await portal.owner
    .insertInto('notification_steps')
    .values([
      { ...step, step: 'acknowledged', due_at: now.subtract({ seconds: 2 }) },
      { ...step, step: 'changed', due_at: now.subtract({ seconds: 1 }) },
    ])
    .execute()
  const due = () => withCtx(origin, async (ctx) => (await takeDueSteps(ctx, 100)).map((one) => one.step))
  await portal.owner.transaction().execute(async (other) => {
    await sql`select from notification_steps where step = 'acknowledged' for update`.execute(other)
    expect(await due()).toEqual([])
  })
  expect(await due()).toEqual(['acknowledged'])
  // Acknowledged once more, that comes last.
  await portal.owner.updateTable('notification_steps').set({ due_at: now }).where('step', '=', 'acknowledged').execute()
  expect(await due()).toEqual(['changed'])
})
