import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** Wider networks would let nearly anybody in. */
const leastBits = { v4: 8, v6: 16 } as const

/** An IP address, or a network such as `10.1.0.0/16`. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false
  const length = bits === undefined ? 128 : Number(bits)
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address))
    return (
      address.split('.').every((part) => Number(part) <= 255) &&
      (bits === undefined || (length >= leastBits.v4 && length <= 32))
    )
  return (
    /^[\da-fA-F:.]+$/.test(address) && URL.canParse(`http://[${address}]/`) && length >= leastBits.v6 && length <= 128
  )
}

/** Who sends ADT messages, each field once (EH-5). */
export const adtSenderFields = {
  sender_name: {
    kind: 'line',
    min: 1,
    max: 180,
    isRequired: true,
    label: m.adt_sender_name_label,
    help: m.adt_sender_name_help,
  },
  addresses: {
    kind: 'list',
    of: {
      kind: 'line',
      min: 1,
      max: 49,
      isRequired: true,
      rules: [{ isKept: isAddressRange, code: 'not_ip_address', words: m.adt_address_wrong }],
    },
    min: 1,
    max: 50,
    isRequired: true,
    label: m.adt_addresses_label,
    help: m.adt_addresses_help,
    item: m.adt_address_item,
    add: m.adt_address_add,
  },
} as const satisfies Fields
