import type { SmsAlert } from '@eupnea/contract/sms-alerts.ts'

/** `Night desk, +447700900123` */
export const phoneName = ({ name, phone }: SmsAlert): string => (name ? `${name}, ${phone}` : phone)
