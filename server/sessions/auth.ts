import { email as emailField } from '@eupnea/contract/fields.ts'
import type { Database } from '../platform/database.ts'
import { selectCredentialOfEmail } from './credentials.sql.ts'
import { hashPassword, verifyPassword } from './password.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** The user a password belongs to and its stored hash, to check later that it hasn't changed. */
export interface PasswordProof {
  readonly userId: string
  readonly passwordHash: string
}

export interface Auth {
  /**
   * Checks the password of an e-mail address; an unknown address costs as much as a wrong password. Creates no session:
   * that happens in the transaction that records the sign-in.
   */
  checkPassword(credentials: Credentials): Promise<PasswordProof | null>
}

export const createAuth = (database: Database): Auth => ({
  async checkPassword({ email, password }) {
    const isAddress = emailField.safeParse(email).success
    const kept = isAddress ? await selectCredentialOfEmail(database, email) : undefined
    if (kept) return (await verifyPassword(kept.passwordHash, password)) ? kept : null
    await hashPassword(password)
    return null
  },
})
