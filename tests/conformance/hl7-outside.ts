import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAdtSender, saveAdtSender } from '@eupnea/contract/adt.ts'
import { createNurseCall, tryNurseCall } from '@eupnea/contract/nurse-calls.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { findProgram } from '../kit/find-program.ts'
import { temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts } from '../kit/start-program.ts'
import { judge, messages } from './hl7.ts'
import { outside } from './outside.ts'
import { createTally, type Suite } from './suite.ts'
import { openTrial } from './trial.ts'

/** HL7 v2 with programs that `npm run conformance` installs (EH-5). */

interface Field {
  getValue(component: number): unknown
}
interface Hl7Message {
  readonly version: string
  readonly messageType: string
  readonly segments: readonly { readonly segmentType: string }[]
  getSegment(name: string): { field(number: number): Field }
  toHL7String(): string
}

/** Empty fields at the end of a segment mean nothing. */
const plain = (text: string): string => text.replaceAll(/\|+(?=\r)/g, '')

export const hl7v2: Suite = {
  name: 'HL7 v2: hl7v2',
  async run() {
    const { HL7Message } = outside<{ HL7Message: { parse(text: string): Hl7Message } }>('hl7v2')
    return judge(
      messages.map((text) => {
        const read = HL7Message.parse(text)
        const of = (segment: string, field: number, component: number) =>
          String(read.getSegment(segment).field(field).getValue(component))
        // What it writes again must be what it was given: nothing was misread.
        if (plain(read.toHL7String()) !== plain(text)) return [read.toHL7String()]
        const observations = read.segments.filter(({ segmentType }) => segmentType === 'OBX').length
        return [of('MSH', 9, 3), read.version, of('OBR', 4, 1), observations, of('MSH', 21, 1)]
      }),
    )
  },
}

interface Inbound {
  on(event: 'listen', then: () => void): void
  close(): Promise<unknown>
}
interface Hl7Server {
  createInbound(
    options: { port: number },
    take: (
      request: { getMessage(): { toString(): string } },
      answer: { sendResponse(code: string): Promise<void> },
    ) => void,
  ): Inbound
}

export const nurseCallServer: Suite = {
  name: 'HL7 v2: node-hl7-server takes alerts',
  async run() {
    const { check, verdict } = createTally()
    const { default: Server } = outside<{ default: new (options: object) => Hl7Server }>('node-hl7-server')
    const { portal, clinic_id } = await openTrial()
    const heard: string[] = []
    const port = (await freePorts(1))[0]!
    const inbound = new Server({ bindAddress: '127.0.0.1' }).createInbound({ port }, (request, answer) => {
      heard.push(request.getMessage().toString())
      void answer.sendResponse('AA')
    })
    await new Promise<void>((settle) => inbound.on('listen', settle))
    const system = { clinic_id, name: 'Corridor panels', host: '127.0.0.1', port }
    const { id } = await portal.send(createNurseCall, system)
    const answer = await portal.send(tryNurseCall, { id })
    check('the portal takes its acknowledgement', answer.accepted && answer.code === 'AA', answer)
    check('it has read an ORU^R40', heard[0]?.includes('ORU^R40^ORU_R40') === true, heard)
    await inbound.close()
    return verdict()
  },
}

/** Messages as the examples of the HL7 standard (chapter 3) write them. @param from MSH-4 */
const admissions = (from: string): string[] => {
  const head = (event: string, id: string) =>
    `MSH|^~\\&|ADT1|${from}|LABADT|MCM|198808181126|SECURITY|ADT^${event}^ADT_A01|${id}|P|2.8|`
  const person =
    'PID|||PATID1234^5^M11^ADT1^MR^GOOD HEALTH HOSPITAL~123456789^^^USSSA^SS||EVERYMAN^ADAM^A^III||19610615|M||2106-3|2222 HOME STREET^^GREENSBORO^NC^27401-1020'
  const stay = (room: string) => `PV1|1|I|2000^${room}^01||||004777^ATTEND^AARON^A|||SUR||||ADM|A0|`
  return [
    [head('A01', 'MSG00001'), 'EVN||200708181123||', person, stay('2012')],
    [head('A08', 'MSG00002'), 'EVN||200708181130||', person, stay('2012')],
    [head('A02', 'MSG00003'), 'EVN||200708181140||', person, stay('2013')],
    [head('A03', 'MSG00004'), 'EVN||200708181150||', person, stay('2013')],
  ].map((segments) => `${segments.join('\r')}\r`)
}

export const mllpSend: Suite = {
  name: 'HL7 v2: mllp_send sends ADT',
  async run() {
    const program = findProgram('mllp_send', 'python3-hl7')
    if (!program) return null
    const { check, verdict } = createTally()
    const { portal, clinic_id } = await openTrial()
    await portal.send(saveAdtSender, { clinic_id, sender_name: 'GOOD HEALTH HOSPITAL', addresses: ['127.0.0.1'] })
    const { port } = await portal.send(readAdtSender, { clinic_id })
    const folder = await temporaryFolder()
    const found = async () => {
      const { items } = await portal.send(listResidents, {
        clinic_id,
        status: '1,2',
        search: 'Everyman',
        page_size: 200,
      })
      return items.map(({ room, status, mrNo }) => ({ room, status, mrNo }))
    }
    for (const [at, message] of admissions('GOOD HEALTH HOSPITAL').entries()) {
      const file = join(folder.path, `${at}.hl7`)
      await writeFile(file, message)
      const answer = execFileSync(program, ['--port', String(port), '--loose', '--file', file, '127.0.0.1']).toString()
      check(`message ${at} is acknowledged`, answer.includes('MSA|AA'), answer)
    }
    const [resident, ...others] = await found()
    check('moved', others.length === 0 && /^2013\b/.test(resident?.room ?? ''), resident)
    check('discharged', resident?.status === 2, resident)
    check('known by the record number', resident?.mrNo === 'PATID1234', resident)
    await folder.remove()
    return verdict()
  },
}
