import { dismissAdtMessage, retryAdtMessage } from '@eupnea/contract/adt.ts'
import { confirmBed, listBedMismatches } from '@eupnea/contract/beds.ts'
import { updateClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice, listDevices, removeDevice } from '@eupnea/contract/devices.ts'
import { saveLeave } from '@eupnea/contract/leaves.ts'
import { listNotifications } from '@eupnea/contract/notifications.ts'
import { eraseResident } from '@eupnea/contract/privacy.ts'
import { listResidents, readResident, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { describe, expect, it, vi } from 'vitest'
import {
  admin,
  clinic_id,
  ehr,
  facility,
  message,
  messages,
  portal,
  residents,
  send,
  useEhr,
  verdict,
} from './ehr.fixture.ts'

/** What an EHR's ADT messages do to its residents (EH-5). */

useEhr()

const mismatches = async () => (await admin.call(listBedMismatches, { clinic_id })).items
const notifications = async () =>
  (await admin.call(listNotifications, { clinic_id, kind: 'bed_mismatch' })).items.map(({ state, kind, title }) => ({
    ...{ state, kind, title },
  }))

describe('ADT over MLLP', () => {
  it('admits, moves, discharges, takes back and merges, each acknowledged after its commit [EH-5]', async () => {
    const answer = await ehr.send(message('A01', { control: 'FIRST' }))
    expect(answer).toMatch(
      /^MSH\|\^~\\&\|EUPNEA\|CARE\|EHR\|HOME\d+\|\d{14}\|\|ACK\^A01\^ACK\|\w+\|P\|2\.5\.1\rMSA\|AA\|FIRST\r$/,
    )
    const ada = { name: 'Ada Byron', room: '101-A', status: 1, mrNo: 'MR1' }
    expect(await residents()).toEqual([ada])
    for (const [event, at, room, expected] of [
      ['A02', '1201', '102^B', { ...ada, room: '102-B' }],
      ['A12', '1202', '101^A', ada],
      ['A03', '1203', '101^A', { ...ada, status: 2 }],
      ['A13', '1204', '101^A', ada],
      ['A11', '1205', '101^A', { ...ada, status: 2 }],
    ] as const) {
      expect(await send(event, { at, room })).toBe('AA')
      expect(await residents(), event).toEqual([expected])
    }
    await send('A01', { at: '1206' })
    expect(await send('A08', { at: '1207', name: 'King^Ada' })).toBe('AA')
    expect(await residents()).toEqual([{ ...ada, name: 'Ada King' }])
    expect(await send('A40', { at: '1208', who: 'MR2', name: 'King^Ada', more: 'MRG|MR1^^^HOME^MR' })).toBe('AA')
    expect(await send('A03', { at: '1209', who: 'MR2', name: 'King^Ada' })).toBe('AA')
    expect(await residents()).toEqual([{ ...ada, name: 'Ada King', mrNo: 'MR2', status: 2 }])
    expect((await messages()).every(({ state, content, name }) => state === 'applied' && !content && !name)).toBe(true)
  })

  it('keeps the leave when a discharge is cancelled, and ends it when the resident is admitted again [EH-5] [PL-6]', async () => {
    await send('A01', { at: '1201' })
    const [before] = (await admin.call(listResidents, { clinic_id, status: '1' })).items
    const { patient_id } = before!
    const [from, until] = [-1, 48].map((hours) => Temporal.Now.instant().round('second').add({ hours }).toString())
    await admin.call(saveLeave, { patient_id, from: from!, until: until!, reason: 'Hospital' })
    await send('A03', { at: '1202' })
    await send('A13', { at: '1203' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, leave: { from, until } })
    await send('A03', { at: '1204' })
    await send('A01', { at: '1205' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, leave: null })
  })

  async function admitWithSensor(more: object = {}) {
    await send('A01', { at: '1201', ...more })
    const [resident] = (await admin.call(listResidents, { clinic_id, status: '1' })).items
    const { patient_id } = resident!
    const { device_id } = await admin.call(createDevice, { clinic_id })
    await admin.call(assignDevice, { device_id, patient_id })
    return { patient_id, device_id }
  }

  it('gives back the sensor when a discharge is cancelled, unless somebody has had it since [EH-5] [RE-4]', async () => {
    const { patient_id, device_id } = await admitWithSensor()
    await send('A03', { at: '1202' })
    expect((await admin.call(readResident, { patient_id })).device_id).toBeNull()
    await send('A13', { at: '1203' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, device_id })
    await send('A03', { at: '1204' })
    const next = await portal.createResident({ clinic_id })
    await admin.call(assignDevice, { device_id, patient_id: next })
    await send('A13', { at: '1205' })
    await send('A03', { at: '1206' })
    await admin.call(assignDevice, { device_id, patient_id: next, status: 0 })
    await send('A13', { at: '1207' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, device_id: null })
    // Unlinked before the discharge, it isn't linked by taking that back.
    await admin.call(assignDevice, { device_id, patient_id })
    await admin.call(assignDevice, { device_id, patient_id, status: 0 })
    await send('A03', { at: '1208' })
    await send('A13', { at: '1209' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, device_id: null })
  })

  it('gives back the sensor also when something else of the discharged was changed meanwhile [EH-5] [RE-4]', async () => {
    const { patient_id, device_id } = await admitWithSensor()
    await send('A03', { at: '1202' })
    await send('A08', { at: '1203', name: 'King^Ada' })
    await send('A13', { at: '1204', name: 'King^Ada' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, last_name: 'King', device_id })
  })

  it('gives back the sensor also when staff apply the cancelled discharge again [EH-5] [RE-4]', async () => {
    const { patient_id, device_id } = await admitWithSensor({ control: 'ONCE' })
    await send('A03', { at: '1202' })
    expect(await send('A13', { at: '1203', control: 'ONCE' })).toBe('AE')
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const failed = (await messages()).find(({ state }) => state === 'failed')
    expect(await nurse.call(retryAdtMessage, { id: failed!.id })).toMatchObject({ state: 'applied' })
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, device_id })
  })

  it('takes no sensor out of stock when a discharge is cancelled [EH-5] [RE-4]', async () => {
    const { patient_id, device_id } = await admitWithSensor()
    await send('A03', { at: '1202' })
    await admin.call(removeDevice, { device_id, clinic_id })
    expect(await send('A13', { at: '1203' })).toBe('AA')
    expect(await admin.call(readResident, { patient_id })).toMatchObject({ status: 1, device_id: null })
  })

  it('leaves residents on a floor that was renamed, and says which floor it did not know [EH-5] [FA-1]', async () => {
    await send('A01', { at: '1201' })
    await admin.call(updateClinic, { clinic_id, floors: ['1', 'Upper'], renamed_floors: [{ from: '2', to: 'Upper' }] })
    const placed = async () =>
      (await admin.call(listResidents, { clinic_id })).items.map(({ room, floor }) => [room, floor])
    const newest = async () => (await messages()).map(({ state, reason }) => [state, reason])[0]
    await send('A02', { at: '1202', room: '105^' })
    expect(await placed()).toEqual([['105', 'Upper']])
    expect(await newest()).toEqual(['applied', m.ehr_import_floor_unknown({ floor: '2' })])
    // An update moves nobody who was moved here; a renamed floor is no move.
    expect(verdict(await ehr.send(message('A08', { at: '1203', room: '105^' }).replace('|2^105', '|1^105')))).toBe('AA')
    expect(await placed()).toEqual([['105', '1']])
    expect(await newest()).toEqual(['applied', ''])
  })

  it('knows somebody by every number that they were merged from, however often [EH-5]', async () => {
    await send('A01', { at: '1200' })
    for (const [who, prior, at] of [
      ['MR2', 'MR1', '1201'],
      ['MR3', 'MR2', '1202'],
    ] as const)
      expect(await send('A40', { at, who, more: `MRG|${prior}^^^HOME^MR` })).toBe('AA')
    expect(await send('A02', { at: '1203', who: 'MR1', room: '102^B' })).toBe('AA')
    expect(await residents()).toEqual([{ name: 'Ada Byron', room: '102-B', status: 1, mrNo: 'MR3' }])
    // And back again.
    expect(await send('A40', { at: '1204', more: 'MRG|MR3^^^HOME^MR' })).toBe('AA')
    expect(await send('A03', { at: '1205', who: 'MR2' })).toBe('AA')
    expect(await residents()).toMatchObject([{ room: '102-B', status: 2 }])
  })

  it('asks about whoever has the name of a resident, however it is written [EH-5]', async () => {
    const names = ['Zoë Brontë', 'Ida Müller', 'Fiona Marsh']
    for (const name of names) {
      const [first_name = '', last_name = ''] = name.split(' ')
      await admin.call(saveResident, { clinic_id, first_name, last_name, room: '9' })
    }
    for (const name of ['BRONTE^ZOE', 'Muller^Ida', 'Mu\u0308ller^Ida', 'MARSH^\ufb01ona']) {
      const answer = await ehr.send(message('A01', { name, who: 'NEW', charset: 'UNICODE UTF-8' }))
      expect(answer, name).toMatch(/MSA\|AE\|C\d+\|This may be a resident/)
    }
    expect((await residents()).map(({ name }) => name).sort()).toEqual(names.toSorted())
  })

  it('takes the day of admission by the facility’s clock, whatever the offset [EH-5]', async () => {
    await admin.call(updateClinic, { clinic_id, tz: 'America/New_York' })
    const stamps = ['20261030', '202610302330', '202610310330+0000', '20261030233000.0000-0400']
    for (const [nth, admitted] of stamps.entries()) await send('A01', { who: `MR${nth}`, room: `${nth}`, admitted })
    const { items } = await admin.call(listResidents, { clinic_id })
    expect(items.map(({ dateOfAdmission }) => dateOfAdmission)).toEqual(stamps.map(() => '2026-10-30'))
  })

  it('knows in which of two hours an event was whose clock shows the same time twice [EH-5]', async () => {
    await admin.call(updateClinic, { clinic_id, tz: 'America/New_York' })
    const clock = vi.spyOn(Temporal.Now, 'instant')
    try {
      clock.mockReturnValue(Temporal.Instant.from('2026-11-01T05:50:01Z'))
      expect(await send('A01', { at: '0150' })).toBe('AA')
      // It has gone back, and theirs is a little ahead of ours.
      clock.mockReturnValue(Temporal.Instant.from('2026-11-01T06:09:58Z'))
      expect(await send('A03', { at: '0110' })).toBe('AA')
    } finally {
      clock.mockRestore()
    }
    expect((await residents()).map(({ status }) => status)).toEqual([2])
    const events = (await messages()).map(({ event, happened_at }) => `${event} ${happened_at}`).toSorted()
    expect(events).toEqual(['A01 2026-11-01T05:50:00Z', 'A03 2026-11-01T06:10:00Z'])
  })

  it('takes each message once, also when it comes again, and refuses another one with its number [EH-5]', async () => {
    const first = message('A01', { control: 'ONCE' })
    expect(verdict(await ehr.send(first))).toBe('AA')
    await admin.call(saveResident, { clinic_id, first_name: 'Grace', last_name: 'Hopper', room: '9' })
    expect(verdict(await ehr.send(first))).toBe('AA')
    expect(await messages()).toHaveLength(1)
    const other = await ehr.send(message('A03', { control: 'ONCE' }))
    expect(other).toContain('MSA|AE|ONCE|MSH-10 was used before')
    expect((await residents()).map(({ status }) => status)).toEqual([1, 1])
    // A person decides about it, as its sender may have begun its numbers again.
    const reused = (await messages()).find(({ state }) => state === 'failed')
    expect(reused).toMatchObject({ control_id: 'ONCE', event: 'A03' })
    expect(await admin.call(retryAdtMessage, { id: reused!.id })).toMatchObject({ state: 'applied' })
    expect((await residents()).map(({ status }) => status).sort()).toEqual([1, 2])
    expect(verdict(await ehr.send(message('A03', { control: 'ONCE' })))).toBe('AA')
    // Written anew by its sender, with another time in MSH-7.
    expect(verdict(await ehr.send(first.replace('20261101000000', '20261101000500')))).toBe('AA')
    expect(await messages()).toHaveLength(2)
  })

  it('refuses what is dated days ahead, so that what follows does not look old [EH-5]', async () => {
    await send('A01')
    const ahead = message('A02', { room: '109^' }).replace('EVN|A02|2026', 'EVN|A02|2099')
    expect(await ehr.send(ahead)).toMatch(/MSA\|AE\|C\d+\|EVN-2 is more than a day ahead/)
    expect(await send('A02', { at: '1201', room: '102^' })).toBe('AA')
    expect(await residents()).toMatchObject([{ room: '102' }])
    // A day ahead may be a time zone that was left out.
    const stamp = (hours: number) =>
      Temporal.Now.instant()
        .add({ hours })
        .toString({ smallestUnit: 'second' })
        .replaceAll(/[-:TZ]/g, '')
    const dated = (hours: number) =>
      message('A02', { room: '103^' }).replace(/EVN\|A02\|\d+/, `EVN|A02|${stamp(hours)}`)
    expect(verdict(await ehr.send(dated(25)))).toBe('AE')
    expect(verdict(await ehr.send(dated(23)))).toBe('AA')
    const never = message('A02').replace(/EVN\|A02\|\d+/, 'EVN|A02|00000101000000')
    expect(await ehr.send(never)).toMatch(/MSA\|AE\|C\d+\|EVN-2 and MSH-7 have no usable time/)
  })

  it('leaves whom staff have deleted as they are, and says so [EH-5]', async () => {
    await send('A01')
    const { patient_id } = (await admin.call(listResidents, { clinic_id })).items[0]!
    await admin.call(setResidentStatus, { patient_id, status: 0 })
    expect(await send('A02', { at: '1201', room: '102^A' })).toBe('AA')
    expect(await residents()).toMatchObject([{ room: '101-A', status: 0 }])
    expect((await messages()).map(({ reason }) => reason).toSorted()).toEqual(['', m.adt_reason_deleted()])
  })

  it('makes a patient a resident by arriving, and by nothing else [EH-5]', async () => {
    const events = ['A01', 'A02', 'A06', 'A13', 'A03', 'A08', 'A11', 'A12', 'A31']
    for (const event of events) expect(await send(event, { who: event, name: `Byron^${event}` }), event).toBe('AA')
    expect((await residents()).map(({ mrNo }) => mrNo).toSorted()).toEqual(['A01', 'A02', 'A06', 'A13'])
  })

  it('leaves what a newer message said as it is when an older one comes late [EH-5]', async () => {
    await send('A01', { at: '1200' })
    await send('A02', { at: '1230', room: '103^' })
    expect(await send('A02', { at: '1215', room: '102^' })).toBe('AA')
    expect(await residents()).toMatchObject([{ room: '103', status: 1 }])
    await send('A13', { at: '1240', room: '103^' })
    await send('A03', { at: '1235' })
    expect(await residents()).toMatchObject([{ room: '103', status: 1 }])
    expect((await messages())[0]!.reason).toMatch(/Older than what is already known/)
    // Of a value that nothing newer was said about, the late message is the newest.
    await send('A03', { at: '1241' })
    expect(await residents()).toMatchObject([{ status: 2 }])
  })

  it('applies changes of a person and outpatients who become inpatients as it does changes and admissions [EH-5]', async () => {
    expect(await send('A31', { name: 'King^Ada' })).toBe('AA')
    expect(await residents()).toEqual([])
    expect(await send('A06', { at: '1201' })).toBe('AA')
    expect(await send('A31', { at: '1202', name: 'King^Ada' })).toBe('AA')
    expect(await residents()).toMatchObject([{ name: 'Ada King', room: '101-A', status: 1 }])
  })

  it('keeps for a person what changes a stay and it does not apply, once, however often it comes [EH-5]', async () => {
    const swap = message('A17', { control: 'SWAP1', more: 'PV1|1|I|2^102^A' })
    const repeated = (control: string) => ehr.send(swap.replace('SWAP1', control))
    for (const control of ['SWAP1', 'SWAP1', 'SWAP2', 'SWAP3'])
      expect(verdict(await repeated(control)), control).toBe('AR')
    const [kept, ...more] = await messages()
    expect(more).toEqual([])
    expect(kept).toMatchObject({ state: 'failed', event: 'A17', reason: m.adt_reason_by_hand() })
    expect(kept?.content).toContain('Byron')
    expect(await admin.call(retryAdtMessage, { id: kept!.id })).toMatchObject({ state: 'failed' })
    await admin.call(dismissAdtMessage, { id: kept!.id })
    expect(verdict(await repeated('SWAP1'))).toBe('AA')
    expect((await messages()).map(({ state, content }) => [state, content])).toEqual([['dismissed', null]])
  })

  it('merges nobody by a message of several people, of whom it would read only the first [EH-5]', async () => {
    for (const who of ['P1', 'P2']) await send('A01', { who, name: `Pri^${who}` })
    const merge = message('A40', { who: 'N1', name: 'Pri^P1', at: '1300', more: 'MRG|P1^^^HOME^MR' })
    const more = ['PID|2||N2^^^HOME^MR||Pri^P2||19321210|F', 'MRG|P2^^^HOME^MR']
    expect(await ehr.send([merge, ...more].join('\r'))).toMatch(/MSA\|AE\|C\d+\|The message is about several people/)
    expect(await messages()).toEqual(
      expect.arrayContaining([expect.objectContaining({ event: 'A40', state: 'failed' })]),
    )
    expect((await residents()).map(({ mrNo }) => mrNo).sort()).toEqual(['P1', 'P2'])
  })

  it('keeps what it cannot apply for a person, who reads it and applies it again or dismisses it [EH-5]', async () => {
    await admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron', room: '5', dob: '1932-12-10' })
    const first = message('A01')
    expect(await ehr.send(first)).toMatch(/MSA\|AE\|C\d+\|This may be a resident/)
    // Sent again it is the same message, and is tried again.
    expect(verdict(await ehr.send(first))).toBe('AE')
    const [failed, ...others] = await messages()
    expect(others).toEqual([])
    expect(failed).toMatchObject({ state: 'failed', name: 'Ada Byron', event: 'A01' })
    expect(failed!.content).toContain('PID|1||MR1')
    const [ada] = (await admin.call(listResidents, { clinic_id })).items
    await admin.call(saveResident, { clinic_id, patient_id: ada!.patient_id, mrNo: 'MR1' })
    expect(await admin.call(retryAdtMessage, { id: failed!.id })).toMatchObject({
      state: 'applied',
      content: null,
      name: '',
    })
    expect(await residents()).toEqual([{ name: 'Ada Byron', room: '101-A', status: 1, mrNo: 'MR1' }])
    expect(await admin.refused(retryAdtMessage, { id: failed!.id })).toMatchObject({ status: 409 })
    expect(await send('A01', { who: 'MR9', name: 'Nobody^' })).toBe('AE')
    const [dead] = await messages()
    expect(await admin.call(dismissAdtMessage, { id: dead!.id })).toMatchObject({ state: 'dismissed', content: null })
  })

  it('forgets what it could not apply of somebody who is erased, and nothing of others [EH-5] [PR-1]', async () => {
    for (const who of ['M-7', 'M-77', 'M-8']) await send('A01', { who, name: `Person^${who}`, at: '1000' })
    const failing = (who: string, more?: string) => send('A08', { who, gender: 'F', ...(more && { more }), at: '25' })
    for (const who of ['M-7', 'M-77', 'M-8']) expect(await failing(who)).toBe('AE')
    expect(await send('A40', { who: 'M-8', more: 'MRG|M-7^^^HOME^MR', at: '1100' })).toBe('AE')
    expect(await send('A40', { who: 'M-8', more: 'MRG|M-77^^^HOME^MR', at: '1100' })).toBe('AE')
    // With separators of its own, and with a number that is filled up.
    const odd = message('A08', { who: 'M-7', at: '25' })
      .replaceAll('^', '$')
      .replaceAll('|', '#')
      .replace('~\\&', '*!@')
    expect(verdict((await ehr.send(odd)).replaceAll('#', '|'))).toBe('AE')
    expect(await failing(' M-7  ')).toBe('AE')
    expect((await messages()).filter(({ state }) => state === 'failed')).toHaveLength(7)
    const { items } = await admin.call(listResidents, { clinic_id, status: '1', page_size: 200 })
    const { patient_id } = items.find(({ mrNo }) => mrNo === 'M-7')!
    await admin.call(setResidentStatus, { patient_id, status: 2 })
    await admin.call(eraseResident, { patient_id })
    const rows = await portal.owner
      .selectFrom('adt_messages')
      .select('body')
      .where('clinic_id', '=', clinic_id)
      .where('state', '=', 'failed')
      .execute()
    const bodies = rows.map(({ body }) => String(body))
    expect(bodies).toHaveLength(3)
    expect(bodies.join('\n')).not.toMatch(/M-7\b/)
  })

  it('asks before it overwrites what staff entered, but an event is what it is about [EH-5]', async () => {
    await send('A01')
    const [ada] = (await admin.call(listResidents, { clinic_id })).items
    await admin.call(saveResident, { clinic_id, patient_id: ada!.patient_id, first_name: 'Adelaide', room: '7' })
    expect(await send('A08', { at: '1205', name: 'Byron^Augusta', room: '101^A', gender: 'F' })).toBe('AA')
    expect(await residents()).toMatchObject([{ name: 'Adelaide Byron', room: '7' }])
    const [waiting] = await messages()
    expect(waiting).toMatchObject({ state: 'waiting', patient_id: ada!.patient_id })
    expect(await admin.call(retryAdtMessage, { id: waiting!.id, take: true })).toMatchObject({ state: 'applied' })
    expect(await residents()).toMatchObject([{ name: 'Augusta Byron', room: '7' }])
    expect(await send('A02', { at: '1206', name: 'Byron^Augusta', room: '8^' })).toBe('AA')
    expect(await residents()).toMatchObject([{ room: '8' }])
  })

  it.each([['|Y'], ['20261101110000'], ['20261101110000|Y']])(
    'asks whether to discharge a resident whose death an update reports (%s) [EH-5]',
    async (death) => {
      await send('A01')
      expect(await send('A08', { at: '1201', death })).toBe('AA')
      expect(await residents()).toMatchObject([{ status: 1 }])
      const [waiting] = await messages()
      expect(waiting).toMatchObject({ state: 'waiting', name: 'Ada Byron', reason: m.adt_reason_died() })
      expect(await admin.call(retryAdtMessage, { id: waiting!.id, take: false })).toMatchObject({ state: 'waiting' })
      expect(await admin.call(retryAdtMessage, { id: waiting!.id, take: true })).toMatchObject({ state: 'applied' })
      expect(await residents()).toMatchObject([{ status: 2 }])
      // Said again of who has left, it changes nothing, and it makes nobody a resident.
      await send('A08', { at: '1202', death })
      await send('A02', { at: '1203', who: 'MR2', name: 'Kay^Zoe', death })
      expect((await messages()).map(({ state }) => state)).toEqual(Array(4).fill('applied'))
      expect(await residents()).toHaveLength(1)
    },
  )

  it('takes an update that says that somebody lives for no news of it [EH-5]', async () => {
    await send('A01')
    for (const death of ['|N', '""|N', '""|""', '20261101110000|N']) await send('A08', { at: '1201', death })
    expect((await messages()).map(({ state }) => state)).toEqual(Array(5).fill('applied'))
    expect(await residents()).toMatchObject([{ status: 1 }])
  })
})

describe('the bed of a sensor', () => {
  const linkTo = async (who: string) => {
    const patient = (await admin.call(listResidents, { clinic_id, page_size: 200 })).items.find(
      ({ mrNo }) => mrNo === who,
    )
    const { device_id } = await admin.call(createDevice, { clinic_id, device_uid: `${facility}-${who}` })
    await admin.call(assignDevice, { device_id, patient_id: patient!.patient_id, status: 1 })
    return { device_id, patient_id: patient!.patient_id }
  }
  const linked = async () =>
    Object.fromEntries(
      (await admin.call(listDevices, { clinic_id })).items.map(({ device_id, patient_id }) => [device_id, patient_id]),
    )

  it('differs from the EHR’s: listed, notified, and over once somebody says where the sensor is [EH-5]', async () => {
    await send('A01')
    const { device_id, patient_id } = await linkTo('MR1')
    expect(await mismatches()).toEqual([])
    await send('A02', { at: '1201', room: '102^A' })
    expect(await mismatches()).toMatchObject([
      { patient_id, device_id, resident: { room: '102-A' }, sensor: { room: '101-A' } },
    ])
    expect(await notifications()).toEqual([{ state: 'open', kind: 'bed_mismatch', title: 'Bed mismatch' }])
    await send('A08', { at: '1202', room: '102^A' })
    expect(await notifications()).toHaveLength(1)
    await admin.call(confirmBed, { patient_id })
    expect(await mismatches()).toEqual([])
    expect(await notifications()).toMatchObject([{ state: 'ended' }])
    expect(await admin.refused(confirmBed, { patient_id })).toMatchObject({ status: 404 })
    await send('A02', { at: '1203', room: '101^A' })
    expect(await notifications()).toHaveLength(2)
    await send('A12', { at: '1204', room: '102^A' })
    expect((await notifications()).map(({ state }) => state)).toEqual(['ended', 'ended'])
  })

  it('is where staff say the resident is [EH-5]', async () => {
    await send('A01')
    const { patient_id } = await linkTo('MR1')
    await admin.call(saveResident, { clinic_id, patient_id, room: '105' })
    expect(await mismatches()).toEqual([])
    await send('A02', { at: '1201', room: '105^' })
    expect(await notifications()).toEqual([])
  })

  it('keeps its sensor when residents swap rooms, and the links move with them, if the facility says so [EH-5]', async () => {
    await admin.call(updateClinic, { clinic_id, moves_links: true })
    await send('A01')
    await send('A01', { who: 'MR2', name: 'Hopper^Grace', room: '102^A' })
    const [ada, grace] = [await linkTo('MR1'), await linkTo('MR2')]
    await send('A02', { at: '1201', room: '102^A' })
    // Grace has that bed still.
    expect(await mismatches()).toMatchObject([{ patient_id: ada.patient_id }])
    await send('A02', { at: '1202', who: 'MR2', name: 'Hopper^Grace', room: '101^A' })
    expect(await mismatches()).toEqual([])
    expect(await linked()).toEqual({ [ada.device_id]: grace.patient_id, [grace.device_id]: ada.patient_id })
    expect((await notifications()).map(({ state }) => state)).toEqual(['ended'])
    // To a bed without a sensor: nobody's monitoring ends by itself.
    await send('A02', { at: '1203', room: '109^A' })
    expect(await mismatches()).toMatchObject([{ patient_id: ada.patient_id }])
  })
})
