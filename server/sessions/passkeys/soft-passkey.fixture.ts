import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** For tests: a passkey in software, which can also lie as no browser would. */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40]

interface Ceremony {
  readonly challenge: string
  readonly origin: string
  readonly host: string
}
interface Lies {
  readonly isUnverified?: boolean
  readonly userHandle?: string
  readonly counter?: number
}

export function createSoftPasskey(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const named = { id, rawId: id, type: 'public-key' as const }
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (host: string, flags: number, count: number, more = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counted, more])
  }

  return {
    id,
    make(ceremony: Ceremony, { isUnverified = false }: Lies = {}) {
      // COSE: an ES256 key on P-256.
      const coordinate = (name: number, value = '') =>
        Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')])
      const key = Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key])
      const flags = userPresent | hasCredential | (isUnverified ? 0 : userVerified)
      const data = authenticatorData(ceremony.host, flags, counter, credential)
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use(ceremony: Ceremony, { isUnverified = false, userHandle = userId, ...lies }: Lies = {}) {
      counter = lies.counter ?? counter + 1
      const data = authenticatorData(ceremony.host, userPresent | (isUnverified ? 0 : userVerified), counter)
      const client = clientData('webauthn.get', ceremony)
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: Buffer.from(userHandle).toString('base64url'),
        },
      }
    },
  }
}
