import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'
import { kindsField } from './receivers.fields.ts'

/** The fields of a nurse call system, each once (EH-5). */

/** IHE PCD Alert Communication Management. */
export const usualProfile = 'IHE_PCD_ACM_001^IHE PCD^1.3.6.1.4.1.19376.1.6.4.4^ISO'
export const usualHeartbeatSeconds = 60

export const nurseCallFields = {
  name: { kind: 'line', max: 80, isRequired: true, label: m.nurse_call_name_label, help: m.nurse_call_name_help },
  host: {
    kind: 'line',
    max: 253,
    isRequired: true,
    label: m.nurse_call_host_label,
    help: m.nurse_call_host_help,
    rules: [
      {
        isKept: (text: string) => /^[A-Za-z0-9._-]+$|^[0-9A-Fa-f:.]+$/.test(text),
        code: 'not_host',
        words: m.nurse_call_host_wrong,
      },
    ],
  },
  port: { kind: 'number', min: 1, max: 65_535, isRequired: true, label: m.nurse_call_port_label },
  tls: { kind: 'flag', label: m.nurse_call_tls_label, help: m.nurse_call_tls_help },
  ca: {
    kind: 'text',
    max: 20_000,
    label: m.nurse_call_ca_label,
    help: m.nurse_call_ca_help,
    appliesTo: ({ tls }) => tls === true,
  },
  heartbeat_seconds: {
    kind: 'number',
    min: 0,
    max: 3_600,
    label: m.nurse_call_heartbeat_label,
    help: m.nurse_call_heartbeat_help,
  },
  profile: {
    kind: 'line',
    max: 200,
    label: m.nurse_call_profile_label,
    help: m.nurse_call_profile_help,
    // It is written as it is; a field separator would shift the rest.
    rules: [{ isKept: (text: string) => !text.includes('|'), code: 'not_profile', words: m.nurse_call_profile_wrong }],
  },
  sends_names: { kind: 'flag', label: m.nurse_call_names_label, help: m.nurse_call_names_help },
  kinds: kindsField,
} as const satisfies Fields
