import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { z } from 'zod'
import { isThisMachine } from './reachable.ts'

/** Configuration from the environment; all errors are reported together. */

const port = z
  .string()
  .regex(/^\s*\d+\s*$/, 'must be a port')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port, at most 65535')
const url = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: ({ input }) =>
        protocols.some((name) => String(input).startsWith(name)) && String(input).includes('@')
          ? 'must be a URL. In its password, write characters such as / and # as %2F and %23'
          : `must be a URL beginning with ${protocols.map((name) => (name === 'mailto:' ? name : `${name}//`)).join(' or ')}`,
      abort: true,
    })
    // Without a host clients would try this machine. PostgreSQL's may come from PGHOST.
    .refine((value) => {
      const { protocol, hostname, pathname } = new URL(value)
      return protocol === 'mailto:' ? pathname !== '' : protocol.startsWith('postgres') || hostname !== ''
    }, 'must name a host or an address')
const databaseUrl = url('postgres:', 'postgresql:')
  // They would replace the portal's own options, such as the time zone.
  .refine((value) => !URL.canParse(value) || !new URL(value).searchParams.has('options'), 'must not set options')
  .optional()
const key = (bytes: number) =>
  z
    .string()
    .refine(
      (value) => /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes,
      `must be ${bytes} bytes as base64url`,
    )
/** what is in it is checked by who uses it */
const readable = z.string().refine((path) => {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}, 'must be a file that can be read')
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const number = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`
  return z.coerce.number(error).min(min, error).max(max, error)
}
const shortText = (max: number) => z.string().max(max, `must have at most ${max} characters`)
const email = z.email('must be an e-mail address')
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
/** earlier versions took true and false */
const hops = z.preprocess(
  (value) => ({ true: 1, false: 0 })[String(value)] ?? value,
  z.coerce.number('must be the number of proxies in front').int().min(0).max(10),
)
/** a list, separated by commas */
const listOf = (item: z.ZodString | z.ZodEmail) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(item))
const billedDays = whole(1, 30)
const days = whole(31, 3_660)

const parts = ['web', 'ingest', 'jobs'] as const
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('0.0.0.0'),
  MQTT_PORT: z.union([z.literal('off'), port], 'must be a port or off').default(1883),
  /** PEM files; with them HTTP becomes HTTPS, and sensors may connect with TLS */
  TLS_CERT: readable.optional(),
  TLS_KEY: readable.optional(),
  MQTTS_PORT: port.default(8883),
  DATA_DIR: z
    .string()
    // Node tries forever to make a folder there.
    .refine((path) => !/^\/proc(\/|$)/.test(resolve(path)), 'must be a folder on a disk')
    .default('./data'),
  /** seals secrets and signs links; unset: a file in DATA_DIR, made on the first start (DO-2) */
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** of the owner of the database */
  DATABASE_URL: databaseUrl,
  /** as which the portal serves; unset: as the roles that it has made with the owner's rights (DO-1) */
  DATABASE_URL_REQUESTS: databaseUrl,
  DATABASE_URL_IDENTITY: databaseUrl,
  DATABASE_URL_WORK: databaseUrl,
  MQTT_URL: url('mqtt:', 'mqtts:', 'tcp:').optional(),
  BUS_URL: url('nats:', 'tls:').optional(),
  BASE_URL: url('http:', 'https:')
    // Pages and calls start at the root; with a path, only some links would work.
    .refine(
      (value) => !URL.canParse(value) || /^https?:\/\/[^/?#@]+\/?$/.test(value),
      'must name a host alone, without a path',
    )
    .optional(),
  ADMIN_EMAIL: email.default('admin@eupnea.local'),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  S3_BUCKET_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,40}$/, 'must be the beginning of a bucket name')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** whether password recovery says that an e-mail address is unknown (ID-4) */
  REVEAL_UNKNOWN_EMAIL: flag.default(false),
  INACTIVITY_MINUTES: whole(1, 1_440).default(30),
  SUPPORT_EMAIL: email.optional(),
  SECOND_TITLE_HOST: shortText(253)
    .regex(/^[^\s/]+$/, 'must be a host name')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** without an address mails would leave without a sender, and count as sent */
  MAIL_FROM: z
    .string()
    .trim()
    .max(254, 'must have at most 254 characters')
    .regex(/^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/, 'must be an address, such as Eupnea <eupnea@house.example>')
    .default('Eupnea <eupnea@localhost>'),
  SMS_URL: url('http:', 'https:').optional(),
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: shortText(20).default('Eupnea'),
  /** by which push services know the portal (RFC 8292); the keys are made on the first start if unset */
  VAPID_PUBLIC_KEY: key(65).optional(),
  VAPID_PRIVATE_KEY: key(32).optional(),
  VAPID_SUBJECT: url('mailto:', 'https:').optional(),
  /** hosts where an EHR may be reached even though they are in a private network or speak only http */
  EHR_HOSTS: listOf(z.string().regex(/^[A-Za-z0-9.:-]+$/, 'must be host names, separated by commas')),
  /** nurse call systems that administrators may name even though they are in a private network (EH-5) */
  HL7_HOSTS: listOf(z.string().regex(/^[A-Za-z0-9.:-]+$/, 'must be host names, separated by commas')),
  /** where ADT messages and nurse call systems' reports are taken over MLLP (EH-5); absent: nowhere */
  HL7_PORT: port.optional(),
  /** with the portal's certificate */
  HL7_TLS: flag.default(false),
  /** the house's own identity provider (SI-1) */
  OIDC_ISSUER: url('https:', 'http:')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isThisMachine(new URL(value).hostname),
      'must be https, except on this machine',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** a PEM file to prove the client by instead (private_key_jwt) */
  OIDC_CLIENT_KEY: readable.optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/(^|\s)openid(\s|$)/, 'must contain openid')
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  OIDC_NAME: shortText(40).optional(),
  /** values of acr and amr, of which a sign-in must have one each: how the provider's second step is required */
  OIDC_ACR: listOf(z.string()),
  OIDC_AMR: listOf(z.string()),
  /** called each minute while all is well (AN-10) */
  HEARTBEAT_URL: url('http:', 'https:').optional(),
  /** who is notified that readings can't be stored; kept here, because the database may be what is away (AN-10) */
  OPS_MAIL: listOf(z.email('must be e-mail addresses, separated by commas')),
  OPS_SMS: listOf(z.string().regex(/^\+\d{6,15}$/, 'must be phone numbers such as +447700900123, separated by commas')),
  /** megabytes kept free for people's work when the disk is full; 0: none (AN-11) */
  DISK_RESERVE_MB: whole(0, 100_000).default(256),
  /** SMS and mails about notifications per receiver, in a burst and in the long run; more are merged into one (AL-6) */
  ALERT_BURST: whole(1, 100).default(5),
  ALERTS_PER_MINUTE: number(0.1, 600).default(1),
  /** what one device may send per second and how often it may be connected; above it, it waits (DO-6) */
  DEVICE_READINGS_PER_SECOND: whole(10, 1_000_000).default(5_000),
  DEVICE_BYTES_PER_SECOND: whole(10_000, 1_000_000_000).default(2_000_000),
  DEVICE_CONNECTIONS: whole(1, 100).default(4),
  ROLES: z
    .string()
    .default('web,ingest,jobs')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(parts, `must be some of ${parts.join(', ')}, separated by commas`)).min(1)),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
  /** minutes without readings from any device of a clinic that count as an outage; fractions are for tests */
  NO_READINGS_MINUTES: number(0.05, 60).default(3),
  /** days of past that the demonstration clinic begins with (VI-5) */
  DEMO_DAYS: whole(1, 92).default(35),
  /** seconds between two readings of each of its sensors */
  DEMO_INTERVAL_SECONDS: whole(1, 60).default(1),
  METRICS_PUBLIC: flag.default(false),
  /** proxies in front, each of which adds an address to X-Forwarded-For */
  TRUST_PROXY: hops.default(0),
  /** days after which a day that is over is written into the archive */
  ARCHIVE_AFTER_DAYS: whole(1, 30).default(3),
  RETENTION_READINGS_DAYS: days.default(400),
  RETENTION_MINUTES_DAYS: days.default(3_660),
  /** days with a valid minute from which each of the two billing codes applies (BI-2) */
  BILLING_SHORT_DAYS: billedDays.default(usualThresholds.shortDays),
  BILLING_LONG_DAYS: billedDays.default(usualThresholds.longDays),
  NODE_ENV: z.string().default('development'),
})

export interface Config extends z.output<typeof environment> {
  /** whether an empty database gets a demonstration clinic; false with NODE_ENV=production or --no-demo */
  readonly demo: boolean
}

function isPair({ VAPID_PUBLIC_KEY: theirs, VAPID_PRIVATE_KEY: own }: z.output<typeof environment>): boolean {
  if (!theirs || !own) return true
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(own, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === theirs
}

export class ConfigError extends Error {}

/** @throws ConfigError naming every error */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[] = []): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const unknown = argv.filter((argument) => argument !== '--no-demo')
  const faults = unknown.map((argument) => `${argument}: not an option`)
  if (!given.TLS_CERT !== !given.TLS_KEY) faults.push('TLS_CERT, TLS_KEY: one is of no use without the other')
  if (!given.VAPID_PUBLIC_KEY !== !given.VAPID_PRIVATE_KEY)
    faults.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: one is of no use without the other')
  // Push services would refuse every push.
  if (parsed.data && !isPair(parsed.data)) faults.push('VAPID_PRIVATE_KEY: must be the key of VAPID_PUBLIC_KEY')
  if (!given.S3_ACCESS_KEY_ID !== !given.S3_SECRET_ACCESS_KEY)
    faults.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: one is of no use without the other')
  if (!given.S3_BUCKET_PREFIX && (given.S3_ENDPOINT || given.S3_ACCESS_KEY_ID))
    faults.push('S3_BUCKET_PREFIX: without it files stay in DATA_DIR, whatever the other S3_* say')
  if (given.OIDC_ISSUER ? !given.OIDC_CLIENT_ID : given.OIDC_CLIENT_ID)
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID: one is of no use without the other')
  if (given.OIDC_ISSUER && !given.OIDC_CLIENT_SECRET === !given.OIDC_CLIENT_KEY)
    faults.push('OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY: one of them is needed')
  for (const [address, gateway] of [
    ['OPS_MAIL', 'SMTP_URL'],
    ['OPS_SMS', 'SMS_URL'],
  ] as const)
    if (given[address] && !given[gateway]) faults.push(`${address}: nothing can be sent there without ${gateway}`)
  if (given.HL7_TLS === 'true' && !given.TLS_CERT) faults.push('HL7_TLS: needs TLS_CERT and TLS_KEY')
  if (given.MQTT_PORT === 'off' && !given.TLS_CERT) faults.push('MQTT_PORT: off leaves no port without TLS_CERT')
  // Values are left out on purpose, because they may be secrets.
  for (const { path, message } of parsed.error?.issues ?? []) faults.push(`${String(path[0])}: ${message}`)
  // Checked separately, so that this error is reported together with any others.
  const { data: billed } = environment.pick({ BILLING_SHORT_DAYS: true, BILLING_LONG_DAYS: true }).safeParse(given)
  if (billed && billed.BILLING_LONG_DAYS <= billed.BILLING_SHORT_DAYS)
    faults.push('BILLING_LONG_DAYS: must be more than BILLING_SHORT_DAYS')
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`Configuration errors:\n  ${[...new Set(faults)].join('\n  ')}`)
  return { ...parsed.data, demo: parsed.data.NODE_ENV !== 'production' && !argv.includes('--no-demo') }
}
