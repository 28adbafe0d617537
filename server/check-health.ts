import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { readConfig } from './platform/config.ts'
import { reachable } from './platform/reachable.ts'

/** Ends with 0 when the portal that this environment describes is alive: the image's HEALTHCHECK. */
const { HOST, PORT, TLS_CERT } = readConfig(process.env)
const address = `${reachable(HOST)}:${PORT}/healthz`
const end = (isAlive: boolean) => process.exit(isAlive ? 0 : 1)

// The certificate names what people type, not this machine.
const request = TLS_CERT ? getSecurely(`https://${address}`, { rejectUnauthorized: false }) : get(`http://${address}`)
request.on('response', ({ statusCode }) => end(statusCode === 200)).on('error', () => end(false))
