import { execFileSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { receiverTypes } from '@eupnea/contract/receivers.ts'
import HL7 from 'hl7-standard'
import { usualProfile } from '../../contract/nurse-calls.fields.ts'
import { composeAlertMessage, composeHeartbeat } from '../../server/nurse-calls/compose-alert-message.ts'
import { findProgram } from '../kit/find-program.ts'
import type { Suite, Verdict } from './suite.ts'

/** HL7 v2 alerts of the portal, read by others' parsers (EH-5). */

const person = { id: 'p-1', firstName: 'Zoë', lastName: 'O|Neil & Søn' }
const alerts = receiverTypes.map((type) =>
  composeAlertMessage(
    {
      type,
      timestamp: '2026-11-23T18:00:00Z',
      data: {
        ...{ id: 'n-1', clinic_id: 'c-1', kind: 'episode', severity: 'danger', room: '12^B', floor: 'East' },
        ...{ raised_at: '2026-11-23T17:59:00Z', ended_at: null, clinic: 'Maple', title: 'High Respiratory', rr: 31 },
      },
    },
    person,
    { controlId: `m-${type}`, profile: usualProfile },
  ),
)
export const messages = [...alerts, composeHeartbeat({ controlId: 'm-heartbeat', profile: usualProfile }, 'Maple', 60)]

/** What a parser must find: MSH-9.3, MSH-12, OBR-4.1, the number of OBX, MSH-21.1. */
const expected = messages.map((_, at) => ['ORU_R40', '2.6', '196616', at < alerts.length ? 7 : 2, 'IHE_PCD_ACM_001'])

export const judge = (found: readonly unknown[]): Verdict => {
  const failed = expected.flatMap((one, at) =>
    isDeepStrictEqual(one, found[at]) ? [] : [`message ${at}: ${JSON.stringify(found[at])}`],
  )
  return { passed: expected.length - failed.length, failed }
}

export const hl7Standard: Suite = {
  name: 'HL7 v2: hl7-standard',
  async run() {
    return judge(
      messages.map((message) => {
        const parsed = new HL7(message)
        parsed.transform()
        const of = (field: string) => parsed.get(field)
        return [of('MSH.9.3'), of('MSH.12'), of('OBR.4.1'), parsed.getSegments('OBX').length, of('MSH.21.1')]
      }),
    )
  },
}

const program = `
import hl7, json, sys
found = []
for text in json.load(sys.stdin):
    m = hl7.parse(text)
    found.append([str(m['MSH.F9.R1.C3']), str(m.segment('MSH')[12]), str(m['OBR.F4.R1.C1']), len(m.segments('OBX')), str(m['MSH.F21.R1.C1'])])
print(json.dumps(found))
`

export const pythonHl7: Suite = {
  name: 'HL7 v2: python3-hl7',
  async run() {
    if (!findProgram('mllp_send', 'python3-hl7')) return null
    const output = execFileSync('/usr/bin/python3', ['-c', program], { input: JSON.stringify(messages) })
    return judge(JSON.parse(output.toString()) as unknown[])
  },
}
