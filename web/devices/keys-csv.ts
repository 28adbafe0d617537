import type { DeviceKey } from '@eupnea/contract/devices.ts'

interface Keyed {
  readonly device_uid: string
  readonly name: string
  readonly key: DeviceKey
}

/** A text that begins like a formula is marked as text: spreadsheets would compute it. */
const textOf = (value: string): string => (/^[=+@\t-]/.test(value) ? `'${value}` : value)
const cellOf = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** Keys of new devices as a CSV file; a key itself is never altered. */
export const keysCsv = (devices: readonly Keyed[]): string =>
  [
    'device_uid,name,username,password',
    ...devices.map(({ device_uid, name, key }) =>
      [textOf(device_uid), textOf(name), key.username, key.password].map(cellOf).join(','),
    ),
    '',
  ].join('\r\n')

/** Offers a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
