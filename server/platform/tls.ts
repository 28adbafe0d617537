import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls'
import type { Log } from './log.ts'
import { gauge } from './metrics.ts'

/** The portal's certificate for HTTP, MQTT and HL7, read from files and reloaded when they are renewed. */
export interface Tls {
  readonly options: SecureContextOptions
  /** gives a server each renewed certificate; open connections keep theirs */
  follow(server: Pick<Server, 'setSecureContext'>): void
  close(): void
}

/**
 * Only suites whose keys are thrown away after the connection and whose content can't be changed unseen (DO-9): those of
 * TLS 1.3, and of TLS 1.2 what sensors and older browsers share with us.
 */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDSA', 'RSA'].flatMap((key) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((suite) => `ECDHE-${key}-${suite}`),
  ),
].join(':')

const lookEveryMs = 2_000
const sayEveryMs = 6 * 3_600_000
/** A certificate that ends sooner should have been renewed, ms; of one for a few days, the last third. */
const soonMs = 14 * 86_400_000

/**
 * @param certFile PEM: the certificate, then any intermediate ones
 * @param keyFile PEM: its key
 * @throws Error naming what can't be used
 */
export function openTls(certFile: string, keyFile: string, log: Log): Tls {
  /** ms since the epoch */
  let endsAt = 0
  let validMs = 0
  const sayEnd = () => {
    const leftMs = endsAt - Date.now()
    const ends = new Date(endsAt).toISOString()
    if (leftMs < 0) log.error({ ended: ends }, 'the certificate expired: sensors and browsers refuse it')
    else if (leftMs < Math.min(soonMs, validMs / 3)) log.warn({ ends }, 'the certificate ends soon: renew it')
  }
  const read = (): SecureContextOptions => {
    const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
    const { validFromDate, validToDate } = check(cert, certFile, key, keyFile)
    endsAt = validToDate.getTime()
    validMs = endsAt - validFromDate.getTime()
    sayEnd()
    const options = { cert, key, minVersion: 'TLSv1.2', ciphers } as const
    createSecureContext(options)
    return options
  }
  const first = read()
  gauge('certificate_days_left', 'Days until the certificate of TLS_CERT ends', function () {
    this.set((endsAt - Date.now()) / 86_400_000)
  })
  const servers = new Set<Pick<Server, 'setSecureContext'>>()
  const renew = () => {
    try {
      const options = read()
      for (const server of servers) server.setSecureContext(options)
      log.info('certificate renewed')
    } catch (error) {
      // One of the two files is not there yet, or the renewal failed: keep the old ones.
      log.error({ reason: (error as Error).message }, 'the renewed certificate cannot be used')
    }
  }
  const saying = setInterval(sayEnd, sayEveryMs).unref()
  for (const file of [certFile, keyFile]) watchFile(file, { interval: lookEveryMs, persistent: false }, renew)
  return {
    options: first,
    follow: (server) => void servers.add(server),
    close() {
      clearInterval(saying)
      for (const file of [certFile, keyFile]) unwatchFile(file, renew)
    },
  }
}

/** OpenSSL's own words name neither the file nor what is wrong with it. @throws Error */
function check(cert: Buffer, certFile: string, key: Buffer, keyFile: string): X509Certificate {
  const known = parsed(() => new X509Certificate(cert))
  if (!known) throw new Error(`TLS_CERT: ${certFile} holds no certificate. It must be a PEM file`)
  const secret = parsed(() => createPrivateKey(key))
  if (!secret) throw new Error(`TLS_KEY: ${keyFile} holds no private key. It must be a PEM file without a passphrase`)
  if (!known.checkPrivateKey(secret))
    throw new Error(`TLS_KEY: ${keyFile} is not the key of the certificate in ${certFile}`)
  return known
}

function parsed<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}

/**
 * Some clients offer HTTP/2 with every request; only WebSocket upgrades are accepted, anything else is answered
 * normally.
 */
const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/** A server with TLS behaves like one without, so nobody else needs to know which it is. */
export const serverOf = (tls: Tls | null) =>
  (tls ? { https: { ...tls.options, shouldUpgradeCallback } } : { http: { shouldUpgradeCallback } }) as {
    http: { shouldUpgradeCallback: typeof shouldUpgradeCallback }
  }
