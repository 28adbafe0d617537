import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { readConfig } from './platform/config.ts'
import { reachable } from './platform/reachable.ts'

/** Exits with 0 when the portal described by this environment is alive. The image's HEALTHCHECK. */
const { HOST, PORT, TLS_CERT } = readConfig(process.env)
const address = `${reachable(HOST)}:${PORT}/healthz`
const end = (isAlive: boolean) => process.exit(isAlive ? 0 : 1)

// The certificate is for the public host name, not this machine.
const request = TLS_CERT ? getSecurely(`https://${address}`, { rejectUnauthorized: false }) : get(`http://${address}`)
request.on('response', ({ statusCode }) => end(statusCode === 200)).on('error', () => end(false))
