import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts credentials for other systems, so that the database and its backups don't reveal them. */
export interface Sealer {
  /** @param purpose what the text is for; it must be given again to open it */
  seal(text: string, purpose: string): Buffer
  /** @throws Error when it was sealed for another purpose or with another secret, or was changed */
  open(sealed: Buffer, purpose: string): string
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key derived from the portal's secret. Sealed: iv, tag, content. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'eupnea-seal', 32))
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    open(sealed, purpose) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
