import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { dispatchNotifications } from './dispatch-notifications.ts'
import { findLateAlerts } from './index.ts'
import { bringBackSteps } from './steps.sql.ts'

/** Very many notifications at once, and one that can't be sent: no clinic waits for another. */

let portal: TestHttp
let origin: CtxOrigin
let clinic_id: string
let other: string

beforeAll(async () => {
  portal = await startTestHttp([])
  origin = { database: portal.database, actor: { type: 'job', name: 'alerts' }, log: createLog('silent') }
})
beforeEach(async () => {
  await sql`delete from clinics`.execute(portal.owner)
  await sql`delete from deliveries`.execute(portal.owner)
  clinic_id = await portal.createClinic({ name: 'Maple House' })
  other = await portal.createClinic({ name: 'Birch House' })
})
afterAll(() => portal.close())

const dispatch = () => dispatchNotifications(origin, 'https://portal.example.org')
const addRecipients = (clinic: string, count: number) =>
  sql`update clinics set alert_recipients = (select array_agg('nurse' || n || '@maple.example')
    from generate_series(1, ${count}::int) n) where id = ${clinic}`.execute(portal.owner)
const addSubscriptions = (clinic: string, count: number) =>
  sql`insert into sms_alerts (clinic_id, phone)
    select ${clinic}, '+4479' || (1000000 + n) from generate_series(1, ${count}::int) n`.execute(portal.owner)
const raise = (clinic: string, count = 1) =>
  sql`insert into notifications (clinic_id, title, description, action, kind, severity, extra_detail)
    select ${clinic}, 'No readings', '', 'monitoring', 'monitoring', 'danger', '{}' from generate_series(1, ${count}::int)`.execute(
    portal.owner,
  )
const messages = async () => (await portal.owner.selectFrom('deliveries').select('recipient').execute()).length
const waiting = async (clinic: string) =>
  (
    await portal.owner
      .selectFrom('notification_steps')
      .where('clinic_id', '=', clinic)
      .where('step', '=', 'raised')
      .where('done_at', 'is', null)
      .select('failing_since')
      .execute()
  ).map(({ failing_since }) => failing_since)

describe('very many at once', () => {
  it('tell as many recipients as a facility may have of what was raised during an outage [AL-6]', async () => {
    await addRecipients(clinic_id, 100)
    await raise(clinic_id, 80)
    expect(await dispatch()).toBe(80)
    expect(await messages()).toBe(8_000)
    expect(await dispatch()).toBe(0)
  })

  it('are told to more numbers than a statement has parameters for [AL-6]', async () => {
    await addSubscriptions(clinic_id, 7_300)
    await raise(clinic_id)
    await dispatch()
    expect(await messages()).toBe(7_300)
  })
})

it('writes the time as the facility does [AL-6]', async () => {
  await sql`update clinics set locale = 'en-US' where id = ${clinic_id}`.execute(portal.owner)
  await addSubscriptions(clinic_id, 1)
  await addSubscriptions(other, 1)
  await raise(clinic_id)
  await raise(other)
  await dispatch()
  const bodies = (await portal.owner.selectFrom('deliveries').select('body').orderBy('body').execute()).map(
    ({ body }) => body,
  )
  expect(bodies).toEqual([
    expect.stringMatching(/^Birch House: .* at \d\d:\d\d\. http/),
    expect.stringMatching(/^Maple House: .* at \d{1,2}:\d\d [AP]M\. http/),
  ])
})

describe('a danger that was acknowledged', () => {
  let nurse: SignedInClient
  let colleague: SignedInClient

  beforeEach(async () => {
    await addRecipients(clinic_id, 1)
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const choice = { kind: 'monitoring', severity: 'danger', channels: ['mail'] }
    for (const { userId: user_id } of [nurse, colleague])
      await portal.owner
        .insertInto('channel_choices')
        .values({ ...choice, user_id })
        .execute()
    await sql`insert into duties (clinic_id, user_id, until, recorded_by, recorded_name)
      values (${clinic_id}, ${nurse.userId}, now() + interval '1 hour', 'n', 'N')`.execute(portal.owner)
    await raise(clinic_id)
    await dispatch()
  })

  const acknowledge = (at: string) =>
    sql`update notifications set acknowledged_at = ${at === 'never' ? null : at}::timestamptz`.execute(portal.owner)
  /** The half hour after it has passed. */
  const lapse = () =>
    sql`update notifications set acknowledged_at = now() - interval '30 minutes'`.execute(portal.owner)
  const twoMinutesPass = () =>
    sql`update notification_steps set due_at = now() - interval '10 minutes' where step = 'everyone'`.execute(
      portal.owner,
    )
  /** Messages to the recipient, to who has the floor, and to who has not. */
  const counts = async () => {
    const rows = await portal.owner.selectFrom('deliveries').select('recipient').execute()
    const of = (address: string) => rows.filter(({ recipient }) => recipient === address).length
    return [of('nurse1@maple.example'), of(nurse.email), of(colleague.email)]
  }

  it('that was raised ahead of a clock that was set back waits until then for nobody [AN-5] [AN-7] [WA-6]', async () => {
    const ahead = `interval '2 hours'`
    await sql`update notifications set created_at = created_at + ${sql.raw(ahead)}`.execute(portal.owner)
    await sql`update notification_steps set due_at = due_at + ${sql.raw(ahead)} where done_at is null`.execute(
      portal.owner,
    )
    await withCtx(origin, bringBackSteps)
    await dispatch()
    expect(await counts()).toEqual([1, 2, 1])
    // Steps that wait for the end of an acknowledgement go on waiting.
    await acknowledge('now')
    await withCtx(origin, bringBackSteps)
    expect(await dispatch()).toBe(0)
  })

  it('asks the same again after 30 minutes, and everybody two minutes later, each time [AN-5] [AN-7]', async () => {
    expect(await counts()).toEqual([1, 1, 0])
    await acknowledge('now')
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([1, 1, 0])
    // Waiting for it is not being late.
    expect(await withCtx(origin, (ctx) => findLateAlerts(ctx, 300))).toEqual(new Map())

    await lapse()
    await dispatch()
    await dispatch()
    expect(await counts()).toEqual([2, 2, 0])
    const again = portal.owner.selectFrom('deliveries').select('subject').where('step', '=', 'again')
    expect((await again.execute()).map(({ subject }) => subject)).toEqual(
      Array(2).fill(m.sms_alert_mail_again_subject({ title: 'No readings', about: 'Maple House' })),
    )
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([2, 3, 1])

    await acknowledge('now')
    await lapse()
    await dispatch()
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([3, 5, 2])
  })

  it('and is not any more, goes to everybody in its time [AN-6] [AN-7]', async () => {
    await acknowledge('now')
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([1, 1, 0])
    await acknowledge('never')
    await dispatch()
    expect(await counts()).toEqual([1, 2, 1])
    const steps = portal.owner.selectFrom('notification_steps').select('step').where('step', '=', 'again')
    expect(await steps.execute()).toEqual([])
  })

  it('though everybody was told before, is sent again when its snooze is over, and not if that is undone [AL-7] [AN-5]', async () => {
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([1, 2, 1])
    const snooze = (until: string | null) =>
      sql`update notifications set snoozed_at = now() - interval '15 minutes', snoozed_until = ${until}::timestamptz`.execute(
        portal.owner,
      )
    await snooze('tomorrow')
    await snooze(null)
    await dispatch()
    expect(await counts()).toEqual([1, 2, 1])
    await snooze('tomorrow')
    await dispatch()
    await snooze('now')
    await dispatch()
    expect(await counts()).toEqual([2, 3, 1])
    const again = portal.owner.selectFrom('deliveries').select('body').where('step', '=', 'again')
    for (const { body } of await again.execute())
      expect(body).toContain(m.sms_alert_mail_after_snooze({ span: '15 min' }))
    await twoMinutesPass()
    await dispatch()
    expect(await counts()).toEqual([2, 4, 2])
  })

  it('before its first message was written, goes to everybody in its time once that is undone [AN-6] [AN-7]', async () => {
    await sql`delete from deliveries`.execute(portal.owner)
    await sql`delete from notifications`.execute(portal.owner)
    await raise(clinic_id)
    await acknowledge('now')
    await dispatch()
    await acknowledge('never')
    await sql`update notifications set created_at = created_at - interval '2 minutes'`.execute(portal.owner)
    const { rows } = await sql`select step from notification_steps s join notifications n on n.id = s.notification_id
      where s.done_at is null and s.due_at <= n.created_at + interval '4 minutes'`.execute(portal.owner)
    expect(rows).toEqual([{ step: 'everyone' }])
  })

  it('tells other systems that it has changed as it asks again [AN-5] [AN-12]', async () => {
    await sql`insert into webhooks (clinic_id, url, kinds, may_be_private, secret)
      values (${clinic_id}, 'https://hook.example', '{}', false, '')`.execute(portal.owner)
    const changes = async () => {
      const events = portal.owner.selectFrom('deliveries').select('id').where('channel', '=', 'webhook')
      return (await events.where('subject', '=', 'notification.changed').execute()).length
    }
    await sql`delete from notifications`.execute(portal.owner)
    await raise(clinic_id)
    await dispatch()
    await acknowledge('now')
    await dispatch()
    expect(await changes()).toBe(0)
    await lapse()
    await dispatch()
    expect(await changes()).toBe(1)
    await acknowledge('now')
    await lapse()
    await dispatch()
    expect(await changes()).toBe(2)
  })
})

it('of an outage that has grown is told again, though it is no more severe [AN-5] [AN-7]', async () => {
  await addRecipients(clinic_id, 1)
  await sql`with o as (
      insert into monitoring_outages (clinic_id, cause, since) values (${clinic_id}, 'duty', now()) returning id)
    insert into notifications (clinic_id, outage_id, title, description, action, kind, severity, extra_detail)
    select ${clinic_id}, id, 'Nobody on duty', '', 'monitoring', 'system', 'warning', '{}' from o`.execute(portal.owner)
  await dispatch()
  expect(await messages()).toBe(1)
  await sql`update notifications set worse_at = now()`.execute(portal.owner)
  await dispatch()
  expect(await messages()).toBe(2)
})

describe('one that cannot be told', () => {
  beforeAll(async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.recipient = 'broken@maple.example' then raise exception 'refused'; end if;
      return new;
    end $$`.execute(portal.owner)
    await sql`create trigger refuse before insert on deliveries for each row execute function refuse()`.execute(
      portal.owner,
    )
  })
  const addTo = (clinic: string, recipient: string) =>
    portal.owner
      .updateTable('clinics')
      .set({ alert_recipients: [recipient] })
      .where('id', '=', clinic)
      .execute()
  const dueAgain = () =>
    sql`update notification_steps set due_at = now() where done_at is null and step = 'raised'`.execute(portal.owner)
  const failingFor = (time: string) =>
    sql`update notification_steps set due_at = now(), failing_since = now() - ${time}::interval where done_at is null and step = 'raised'`.execute(
      portal.owner,
    )
  const late = () => withCtx(origin, (ctx) => findLateAlerts(ctx, 300))

  beforeEach(async () => {
    await addTo(clinic_id, 'broken@maple.example')
    await addTo(other, 'night@birch.example')
    await raise(clinic_id)
    await raise(other)
  })
  afterEach(() => sql`delete from notification_steps`.execute(portal.owner))

  it('holds back no other, waits longer each time, and is told once it can be [AL-6]', async () => {
    expect(await dispatch()).toBe(2)
    expect(await messages()).toBe(1)
    expect(await waiting(other)).toEqual([])
    expect(await waiting(clinic_id)).toEqual([expect.any(Temporal.Instant)])
    expect(await dispatch()).toBe(0)

    await failingFor('2 minutes')
    expect(await dispatch()).toBe(1)
    const { rows } = await sql<{ isPutOff: boolean }>`select due_at > now() + interval '1 minute' as "isPutOff"
      from notification_steps where done_at is null and step = 'raised'`.execute(portal.owner)
    expect(rows).toEqual([{ isPutOff: true }])

    await addTo(clinic_id, 'night@maple.example')
    await dueAgain()
    await dispatch()
    expect([await messages(), await waiting(clinic_id)]).toEqual([2, []])
  })

  it('is late however often it was tried, in its own facility, until it is given up [AL-3] [AL-6]', async () => {
    await dispatch()
    expect(await late()).toEqual(new Map())
    await failingFor('10 minutes')
    await dispatch()
    expect([...(await late()).keys()]).toEqual([clinic_id])
    await failingFor('25 hours')
    await dispatch()
    expect([await waiting(clinic_id), await late()]).toEqual([[], new Map()])
    expect(await messages()).toBe(1)
  })
})
