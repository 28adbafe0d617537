import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAdtSender, saveAdtSender } from '@eupnea/contract/adt.ts'
import { m } from '@eupnea/texts'
import { describe, expect, it, vi } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { connectMllp, type MllpClient } from '../../tests/kit/mllp-client.ts'
import { temporaryFolder } from '../../tests/kit/spawn-portal.ts'
import { headerOf } from '../hl7/index.ts'
import { createLog } from '../platform/log.ts'
import { openTls } from '../platform/tls.ts'
import { adtTaker } from './adt-taker.ts'
import {
  admin,
  adt,
  clinic_id,
  ehr,
  facility,
  listen,
  message,
  messages,
  originOf,
  portal,
  residents,
  send,
  useEhr,
  verdict,
} from './ehr.fixture.ts'

/** How ADT messages come, and which are taken (EH-5). */

useEhr()

describe('ADT over MLLP', () => {
  it('takes nothing from unknown senders and addresses, and no other messages [EH-5]', async () => {
    expect(await send('A01', { sender: 'ELSEWHERE' })).toBe('AR')
    // The database holds no NUL, so it can't be asked for such a sender.
    for (const sender of ['HO\0ME', String.raw`HO\X00\ME`]) expect(await send('A01', { sender })).toBe('AR')
    expect(verdict(await ehr.send(message('A01').replace('ADT^A01', 'ORU^R01')))).toBe('AR')
    expect(verdict(await ehr.send(message('A04')))).toBe('AR')
    expect(verdict(await ehr.send('hello'))).toBe('AR')
    await admin.call(saveAdtSender, { clinic_id, sender_name: facility, addresses: ['192.0.2.7'] })
    expect(await send('A01')).toBe('AR')
    expect(await residents()).toEqual([])
    // Each kind is shown once, without what was in it.
    const refused = (await messages()).map(({ state, event, reason, name, content }) => [
      state,
      event,
      reason,
      name,
      content,
    ])
    expect(refused.toSorted()).toEqual([
      ['refused', 'A01', m.adt_reason_sender(), '', null],
      ['refused', 'A04', m.adt_reason_type(), '', null],
      ['refused', 'ORU^R01', m.adt_reason_type(), '', null],
    ])
    await portal.owner
      .updateTable('adt_senders')
      .set({ addresses: ['192.0.2.7'] })
      .execute()
    const stranger = await connectMllp(adt.port!)
    await stranger.closed
  })

  it('leaves one line a minute of messages that it refuses, and closes on thousands in one frame [EH-5]', async () => {
    const warn = vi.fn()
    const log = { ...createLog('silent'), warn } as never
    const origin = originOf(portal, log)
    const counting = await listen(origin)
    const broken = await connectMllp(counting.port!)
    for (let nth = 0; nth < 5; nth++) expect(verdict(await broken.send(message('A04')))).toBe('AR')
    broken.write(Buffer.from(`\x0b${'MSH|^~\\&\r'.repeat(190_000)}\x1c\r`))
    await broken.closed
    await counting.close()
    expect(warn.mock.calls.map(([line]) => [line.reason, line.times])).toEqual([
      [m.adt_reason_type(), undefined],
      ['too many messages in one frame', undefined],
      [m.adt_reason_type(), 4],
    ])
  })

  it('leaves one line a minute of connections from an unknown address, however many there are [EH-5]', async () => {
    await admin.call(saveAdtSender, { clinic_id, sender_name: facility, addresses: ['192.0.2.7'] })
    await portal.owner
      .updateTable('adt_senders')
      .set({ addresses: ['192.0.2.7'] })
      .execute()
    const warn = vi.fn()
    const log = { ...createLog('silent'), warn } as never
    const origin = originOf(portal, log)
    const counting = await listen(origin)
    for (let nth = 0; nth < 10; nth++) await (await connectMllp(counting.port!)).closed
    await counting.close()
    expect(warn.mock.calls.map(([line]) => line.times)).toEqual([undefined, 9])
  })

  it('shows refused ones once a kind, of when the last came [EH-5]', async () => {
    for (let nth = 0; nth < 5; nth++) await ehr.send(message('A28'))
    for (const control of ['', 'C 1', 'C1'.repeat(101)]) await ehr.send(message('A01', { control }))
    await send('A01')
    expect((await messages()).map(({ state, event }) => `${state} ${event}`)).toEqual([
      'refused A01',
      'refused A28',
      'applied A01',
    ])
  })

  it('says who may send, within the rules [EH-5]', async () => {
    for (const address of ['10.0.0.0/4', 'ehr.example.org', '300.1.1.1', '0.0.0.0/0', '::/0'])
      expect(
        await admin.refused(saveAdtSender, { clinic_id, sender_name: 'X', addresses: [address] }),
        address,
      ).toMatchObject({ status: 422 })
    await admin.call(saveAdtSender, {
      clinic_id,
      sender_name: facility,
      addresses: ['10.1.0.0/16', '2001:db8::1'],
    })
    const other = await portal.createClinic()
    const provider = await portal.asUser({ groups: ['vc-admin'], clinicIds: [other] })
    expect(
      await provider.refused(saveAdtSender, {
        ...{ clinic_id: other, sender_name: facility.toLowerCase(), addresses: ['10.0.0.1'] },
      }),
    ).toMatchObject({ status: 409, body: { field: 'sender_name' } })
    expect(await admin.call(readAdtSender, { clinic_id })).toMatchObject({ port: adt.port })
  })

  it('reads character sets, escapes and batches, and answers each message of a batch [EH-5]', async () => {
    const latin = Buffer.from(message('A01', { who: 'L1', name: 'Brontë^Zoë', charset: '8859/1' }), 'latin1')
    expect(verdict(await ehr.send(latin))).toBe('AA')
    expect(await send('A01', { who: 'U1', name: 'Łukasiewicz^Jan', charset: 'UNICODE UTF-8' })).toBe('AA')
    // Windows writes ’ as 0x92 and calls it 8859/1, or nothing.
    for (const charset of ['8859/1', '']) {
      const windows = message('A01', { who: `W${charset}`.replace('/', '-'), name: 'O?Dea^Pat', charset })
      const bytes = Buffer.from(windows.replace('O?', 'O\x92'), 'latin1')
      expect(verdict(await ehr.send(bytes))).toBe('AA')
    }
    expect(await send('A01', { who: 'E1', name: 'O\\T\\Hara^Kay' })).toBe('AA')
    expect(await send('A01', { who: 'H1', name: 'M\\XC3BC\\ller^Ida', charset: 'UNICODE UTF-8' })).toBe('AA')
    expect(await send('A01', { who: 'H2', name: 'M\\XFC\\ller^Eva', charset: '8859/1' })).toBe('AA')
    expect(await send('A01', { who: 'H3', name: 'Wajd\\XE6\\^Jan', charset: '8859/2' })).toBe('AA')
    const broken = Buffer.from(message('A01', { who: 'X1', name: 'Brontë^Anne', charset: 'UNICODE UTF-8' }), 'latin1')
    expect(await ehr.send(broken)).toContain('MSA|AE|')
    expect(await send('A01', { who: 'X2', charset: 'KLINGON' })).toBe('AE')
    const both = [
      message('A01', { who: 'B1', name: 'Liskov^Barbara' }),
      message('A03', { who: 'E1', at: '1300', name: 'O\\T\\Hara^Kay' }),
    ]
    const answer = await ehr.send(['BHS|^~\\&|EHR', ...both, 'BTS|2'].join('\n'))
    expect(answer.match(/MSA\|AA/g)).toHaveLength(2)
    expect(answer).toMatch(/^BHS[\s\S]*BTS\|2\r$/)
    expect((await residents()).map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
      [
        ...['Barbara Liskov 1', 'Jan Łukasiewicz 1', 'Kay O&Hara 2', 'Pat O’Dea 1', 'Pat O’Dea 1', 'Zoë Brontë 1'],
        ...['Ida Müller 1', 'Eva Müller 1', 'Jan Wajdć 1'],
      ].sort(),
    )
  })

  it('takes each of several messages in one frame, also without the header of a batch [EH-5]', async () => {
    const both = [
      message('A01', { who: 'F1', name: 'Liskov^Barbara' }),
      message('A01', { who: 'F2', name: 'Kay^Alan' }),
    ]
    const answers = [ehr.send(both.join('\r')), ehr.next()]
    expect((await Promise.all(answers)).map((answer) => /MSA\|(AA\|C\d+)/.exec(answer)?.[1])).toEqual(
      both.map((one) => `AA|${/\|(C\d+)\|P/.exec(one)![1]}`),
    )
    expect((await residents()).map(({ name }) => name).sort()).toEqual(['Alan Kay', 'Barbara Liskov'])
  })

  it('reads the first part of a component with parts, and takes a removed name for none [EH-5]', async () => {
    const parts = { who: 'V1', name: 'van Dijk&van&Dijk^Edsger', room: '103&1.2.3&ISO^A' }
    expect(await send('A01', parts)).toBe('AA')
    expect(await residents()).toEqual([{ name: 'Edsger van Dijk', room: '103-A', status: 1, mrNo: 'V1' }])
    expect(await ehr.send(message('A01', { who: 'V2', name: '""^Eve' }))).toMatch(/MSA\|AE\|C\d+\|Last name: missing/)
  })

  it('closes a connection that sends something else, or too much, and goes on with the others [EH-5]', async () => {
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([Buffer.of(11), Buffer.alloc(3_000_000, 65)]),
    ]) {
      const rude = await connectMllp(adt.port!)
      rude.write(bytes)
      await rude.closed
    }
    expect(await send('A01')).toBe('AA')
  })

  it('takes messages of a sender that leaves its connections open: the longest idle give way [EH-5]', async () => {
    const left: MllpClient[] = []
    for (let count = 0; count < 64; count++) left.push(await connectMllp(adt.port!))
    // The first of them is in use, so it stays.
    expect(verdict(await left[0]!.send(message('A01')))).toBe('AA')
    const next = await connectMllp(adt.port!)
    expect(verdict(await next.send(message('A08')))).toBe('AA')
    expect(verdict(await left[0]!.send(message('A08')))).toBe('AA')
    for (const one of [...left, next]) one.close()
  })

  it('keeps a message that the database refuses, and the log says by its code why [EH-5]', async () => {
    const transaction = vi
      .fn(() => portal.database.transaction())
      .mockImplementationOnce(() => {
        throw Object.assign(new Error('“Ada” is too much'), { code: '22008' })
      })
    const log = createLog('silent')
    const error = vi.spyOn(log, 'error')
    const taker = adtTaker({ ...originOf(portal, log), database: { ...portal.database, transaction } as never })
    const refused = message('A01')
    expect(await taker.take(Buffer.from(refused), headerOf(refused), '127.0.0.1')).toMatchObject({ code: 'AE' })
    expect(error.mock.calls).toEqual([
      [{ name: 'Error', code: '22008', event: 'A01' }, 'an HL7 message could not be applied'],
    ])
  })

  it('acknowledges nothing while the database is away [EH-5]', async () => {
    const broken = {
      ...portal.database,
      transaction: () => {
        throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
      },
    }
    const origin = { database: broken as never, actor: { type: 'job' as const, name: 'adt' }, log: createLog('silent') }
    const away = await listen(origin)
    const client = await connectMllp(away.port!)
    await expect(client.send(message('A01'))).rejects.toThrow('closed')
    await away.close()
  })
})

describe.skipIf(openssl === null)('ADT over TLS (skipped without openssl)', () => {
  it('is taken from who trusts the certificate; others, and those without TLS, are closed and said [EH-5]', async () => {
    const folder = await temporaryFolder()
    const { cert, key } = makeCertificate()
    const [certFile, keyFile] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const warned: string[] = []
    const log = { ...createLog('silent'), warn: ({ reason }: { reason: string }) => void warned.push(reason) }
    const tls = openTls(certFile, keyFile, createLog('silent'))
    const origin = originOf(portal, log)
    const secure = await listen(origin, tls)
    try {
      const trusting = await connectMllp(secure.port!, cert)
      expect(verdict(await trusting.send(message('A01')))).toBe('AA')
      trusting.close()
      await expect(connectMllp(secure.port!, makeCertificate().cert)).rejects.toThrow(/self-signed|unable to/)
      await expect.poll(() => warned.length).toBe(1)
      const plain = await connectMllp(secure.port!)
      await expect(plain.send(message('A03'))).rejects.toThrow('closed')
      await expect.poll(() => warned.length).toBe(2)
      expect(await residents()).toMatchObject([{ status: 1 }])
    } finally {
      await secure.close()
      tls.close()
      await folder.remove()
    }
  })
})
