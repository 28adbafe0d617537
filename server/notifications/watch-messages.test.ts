import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  about,
  addDevice,
  clinic_id,
  look,
  nurse,
  outages,
  portal,
  raised,
  useWatchedClinic,
} from './watched-clinic.fixture.ts'

/** Staff are told when messages about residents wait, or don't arrive. */

useWatchedClinic()

describe('messages about residents that wait for a gateway', () => {
  const gateway = (set: string) => sql`update gateways set ${sql.raw(set)} where channel = 'sms'`.execute(portal.owner)
  const well = 'failures = 0, paused_until = null'
  const open = () =>
    portal.owner.selectFrom('monitoring_outages').where('ended_at', 'is', null).select(['clinic_id', 'cause']).execute()

  beforeEach(() => gateway(well))

  /** A message about a clinic, queued this many minutes ago. @returns its id */
  async function tell(clinic: string, minutesAgo: number, merged_into: string | null = null): Promise<string> {
    const created_at = Temporal.Now.instant().subtract({ minutes: minutesAgo })
    const status = merged_into ? 'merged' : 'queued'
    const sms = { channel: 'sms', recipient: '+447700900101', subject: '', body: 'x', notice: '{}' }
    // Postponed again and again, as by a failing gateway.
    const next_attempt_at = Temporal.Now.instant().add({ seconds: 20 })
    const told = { clinic_id: clinic, notification_id: await about(clinic), step: 'raised', severity: 'danger' }
    const { id } = await portal.owner
      .insertInto('deliveries')
      .values({ ...sms, ...told, status, merged_into, created_at, next_attempt_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it.each(['failures = 3', `paused_until = now() + interval '10 minutes'`])(
    'are shown as delayed in the facility that they tell of (%s), until they are through [AL-3] [AL-6]',
    async (state) => {
      await addDevice(10)
      const [waiting, other] = [clinic_id, await portal.createClinic()]
      await addDevice(10, { clinic: other })
      await gateway(state)
      await tell(other, 2)
      const id = await tell(waiting, 8)
      await look({ lookingSeconds: 200 })
      expect(await open()).toEqual([])
      await look()
      await look()
      expect(await open()).toEqual([{ clinic_id: waiting, cause: 'jobs' }])
      // Merged with a later one, it is still waiting.
      const whole = await tell(other, 8)
      await sql`update deliveries set status = 'merged', merged_into = ${whole} where id = ${id}`.execute(portal.owner)
      await look()
      expect((await open()).map((one) => one.clinic_id).sort()).toEqual([waiting, other].sort())
      await sql`update deliveries set status = 'sent' where id = ${whole}`.execute(portal.owner)
      await look()
      expect(await open()).toEqual([])
    },
  )

  it('are shown as delayed when the gateway is silent over one of them [AL-3] [AL-6]', async () => {
    await addDevice(10)
    await tell(clinic_id, 8)
    const first = await tell(clinic_id, 9)
    await look()
    expect(await open()).toEqual([])
    await sql`update deliveries set taken_at = now() - interval '6 minutes', lease_until = now() + interval '1 minute'
      where id = ${first}`.execute(portal.owner)
    await look()
    expect(await open()).toMatchObject([{ cause: 'jobs' }])
  })

  it('are not delayed while they only wait for their receiver’s turn [AL-6]', async () => {
    await addDevice(10)
    await tell(clinic_id, 8)
    await look()
    expect(await open()).toEqual([])
  })
})

describe('messages about residents that do not arrive', () => {
  const phone = '+447700900101'
  const open = async () => (await outages()).map(({ cause }) => cause)
  /** A message to the phone about the facility. @returns its id */
  async function send(set: object, recipient = phone): Promise<string> {
    const told = { clinic_id, notification_id: await about(clinic_id), step: 'raised', severity: 'danger' }
    const { id } = await portal.owner
      .insertInto('deliveries')
      .values({ channel: 'sms', recipient, subject: '', body: null, notice: '{}', ...told, ...set })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  beforeEach(async () => {
    await addDevice(10)
    await portal.owner.insertInto('sms_alerts').values({ clinic_id, phone }).execute()
  })

  it.each([
    ['refused for good', { status: 'failed', failure: '400 From is not valid' }, { status: 'sent' }],
    [
      'that its gateway could not deliver',
      { status: 'sent', delivery: 'undelivered' },
      { status: 'sent', delivery: 'delivered' },
    ],
  ])('%s are shown in their facility until one arrives [AL-3] [AL-6]', async (_what, set, well) => {
    await send(well)
    await look()
    expect(await open()).toEqual([])
    await send(set)
    await look()
    await look()
    expect(await raised()).toMatchObject([{ title: m.notification_undelivered_title(), severity: 'warning' }])
    expect(await open()).toEqual(['undelivered'])
    // That of somebody else says nothing of this one.
    await send({ status: 'sent' }, '+447700900102')
    await look()
    expect(await open()).toEqual(['undelivered'])
    await send(well)
    await look()
    expect(await open()).toEqual([])
  })

  it('are shown until one is reported as delivered, where the gateway reports: the next one is only on its way [AL-3] [AL-6]', async () => {
    await send({ status: 'sent', delivery: 'undelivered' })
    await look()
    // As every other notification, this one goes to the same number.
    const next = await send({ status: 'sent', delivery: null })
    await look()
    expect(await open()).toEqual(['undelivered'])
    const report = (delivery: string) =>
      portal.owner.updateTable('deliveries').set({ delivery }).where('id', '=', next).execute()
    for (const state of ['sent', 'undelivered']) {
      await report(state)
      await look()
      expect(await open()).toEqual(['undelivered'])
    }
    expect(await raised()).toHaveLength(1)
    await send({ status: 'sent', delivery: 'delivered' })
    await look()
    expect(await open()).toEqual([])
  })

  it('are not shown for long by a carrier that reports failures alone, if the next one isn’t among them [AL-3] [AL-6]', async () => {
    const [failed, next] = [
      await send({ status: 'sent', delivery: 'undelivered' }),
      await send({ status: 'sent', delivery: null, taken_at: Temporal.Now.instant() }),
    ]
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update deliveries set taken_at = now() - interval '61 minutes' where id = ${next}`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
    await sql`update deliveries set delivery = 'delivered', created_at = now() - interval '2 days' where id = ${failed}`.execute(
      portal.owner,
    )
    await send({ status: 'sent', delivery: 'undelivered' })
    await send({ status: 'sent', delivery: null, taken_at: Temporal.Now.instant().subtract({ minutes: 61 }) })
    await look()
    expect(await open()).toEqual(['undelivered'])
  })

  it('to a number that several facilities have are shown in each of them [AL-3] [AL-6]', async () => {
    await send({ status: 'failed' })
    const other = await portal.createClinic()
    await portal.owner.insertInto('sms_alerts').values({ clinic_id: other, phone }).execute()
    await send({ status: 'failed', clinic_id: other, notification_id: await about(other) })
    await look()
    const all = portal.owner.selectFrom('monitoring_outages').where('ended_at', 'is', null)
    expect((await all.select('clinic_id').execute()).map((one) => one.clinic_id).sort()).toEqual(
      [clinic_id, other].sort(),
    )
  })

  it('are shown where a recipient of the facility has a channel that is not set up, unless the portal is only tried [AL-3] [AL-6]', async () => {
    await portal.owner.deleteFrom('deliveries').execute()
    await send({ status: 'kept' })
    await look()
    expect(await open()).toEqual([])
    const mail = { channel: 'mail', recipient: 'a@test.example', subject: '', body: null, status: 'sent' }
    await portal.owner.insertInto('deliveries').values(mail).execute()
    await look()
    expect(await open()).toEqual(['undelivered'])
    // A person is told by the ways that work.
    await portal.owner.deleteFrom('sms_alerts').execute()
    await portal.owner.updateTable('users').set({ contact: phone }).where('id', '=', nurse.userId).execute()
    await look()
    expect(await open()).toEqual([])
    await portal.owner.updateTable('users').set({ contact: null }).where('id', '=', nurse.userId).execute()
  })

  it('count as part of another message too, for a day, and as long as the receiver is told [AL-6]', async () => {
    const whole = await send({ status: 'failed', clinic_id: null, notification_id: null, step: null, severity: null })
    await look()
    expect(await open()).toEqual([])
    await send({ status: 'merged', merged_into: whole })
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update sms_alerts set active = false`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
    await portal.owner
      .updateTable('clinics')
      .set({ escalation_recipients: [phone] })
      .execute()
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update deliveries set created_at = now() - interval '25 hours'`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
  })
})
