import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** What is said of a device, each field once: its dialogs, the lines of many, the server's check. */

/** Of one that is added: what is left empty, the portal makes or takes from elsewhere. */
export const deviceFields = {
  device_uid: {
    kind: 'line',
    max: 64,
    label: m.device_uid,
    help: m.device_uid_help,
    missing: m.device_uid_missing,
  },
  name: {
    kind: 'line',
    max: 100,
    label: m.device_name,
    help: m.device_name_help,
    missing: m.device_name_missing,
  },
  /** none: in stock */
  clinic_id: { kind: 'identifier', isNullable: true, label: m.clinic_label },
  tz: { kind: 'zone', label: m.device_zone, help: m.device_zone_help_new },
  topic_prefix: {
    kind: 'line',
    max: 128,
    isNullable: true,
    rules: [
      // It becomes part of a subscription: no wildcard, and no separator at the ends.
      {
        isKept: (prefix: string) => /^[^#+\p{C}/$]+(\/[^#+\p{C}/]+)*$/u.test(prefix),
        code: 'not_topic_prefix',
        words: m.device_topic_prefix_invalid,
      },
      {
        isKept: (prefix: string) => !/^devices(\/|$)/.test(prefix),
        code: 'topic_prefix_reserved',
        words: m.device_topic_prefix_reserved,
      },
    ],
    label: m.device_topic_prefix,
    help: m.device_topic_prefix_help,
  },
} as const satisfies Fields

const { device_uid: _printed, ...changeable } = deviceFields

/** Of one that is changed: what is printed on it stays. */
export const deviceChangeFields = {
  ...changeable,
  name: {
    kind: 'line',
    max: deviceFields.name.max,
    isRequired: true,
    label: m.device_name,
    missing: m.device_name_missing,
  },
  tz: { kind: 'zone', label: m.device_zone, help: m.device_zone_help },
  /** metres in which somebody counts as in bed (WA-9) */
  presence_range: {
    kind: 'number',
    min: 0.3,
    max: 10,
    decimals: 1,
    isRequired: true,
    label: m.device_presence_range,
    help: m.device_presence_range_help,
    missing: m.device_presence_range_missing,
  },
} as const satisfies Fields
