import type { Config } from './platform/config.ts'

/** What routes know of the configuration. @param baseUrl on a free port known once the server listens */
export const settingsOf = (config: Config, secret: string, baseUrl: () => string) => ({
  host: {
    get baseUrl() {
      return baseUrl()
    },
    secondTitleHost: config.SECOND_TITLE_HOST,
    supportEmail: config.SUPPORT_EMAIL,
    inactivityMinutes: config.INACTIVITY_MINUTES,
  },
  billing: { shortDays: config.BILLING_SHORT_DAYS, longDays: config.BILLING_LONG_DAYS },
  gateways: { mail: config.SMTP_URL !== undefined, sms: config.SMS_URL !== undefined },
  receipts: { secret, gatewayToken: config.SMS_TOKEN, baseUrl: config.BASE_URL ?? baseUrl() },
  hl7Hosts: config.HL7_HOSTS,
})
