import { execFileSync } from 'node:child_process'
import { findProgram } from './find-program.ts'

/** A certificate that nobody but its holder vouches for, with its key; PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export const openssl = findProgram('openssl')

/** @param names as certificates have them: `DNS:localhost,IP:127.0.0.1` */
export function makeCertificate(names = 'DNS:localhost,IP:127.0.0.1'): Certificate {
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names}`, '-days', '2']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-', '-out', '-']
  const pem = execFileSync(openssl!, ['req', '-x509', ...key, ...subject], { stdio: ['ignore', 'pipe', 'ignore'] })
  const at = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.subarray(0, at).toString(), cert: pem.subarray(at).toString() }
}
