import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import pg from 'pg'
import { type Connection, createPool } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { hashPassword, verifyPassword } from './password.ts'

/**
 * better-auth on our own tables. Only this file knows it. Its HTTP handler is not served: verbs call it, so that every
 * call of the portal goes through one guard. It says whether a password is right; sessions are the portal's own, for
 * better-auth would store their tokens in clear.
 */

export interface AuthOptions {
  readonly connection: Connection
  readonly log: Log
  readonly secret: string
  readonly baseUrl: string
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Whose password it was, and what it is kept as: to see later that it is still theirs. */
export interface PasswordProof {
  readonly userId: string
  readonly passwordHash: string
}

export interface Auth {
  /**
   * Looks whether an e-mail's password is this one; an unknown e-mail costs as much as a wrong password. Makes no
   * session: that is done in the transaction that writes the sign-in's trace.
   */
  checkPassword(credentials: Credentials): Promise<PasswordProof | null>
  close(): Promise<void>
}

/** What the hooks below find out about one check. */
interface Finding {
  passwordHash?: string
  userId?: string
}
const findings = new AsyncLocalStorage<Finding>()

/** Ends better-auth's sign-in where it would make a session. */
const passwordRight = 'PASSWORD_RIGHT'

export function createAuth(options: AuthOptions): Auth {
  // A pool of its own: better-auth wants JavaScript's Date where the portal's pools give Temporal.Instant.
  const pool = createPool(options.connection, { name: 'auth', max: 4, types: pg.types })
  const auth = createBetterAuth(pool, options)
  return {
    checkPassword: (body) =>
      findings.run({}, async () => {
        try {
          await auth.api.signInEmail({ body })
        } catch (error) {
          if (!(error instanceof APIError)) throw error
          if (error.body?.code === passwordRight) return proofOf(findings.getStore())
          if (error.statusCode !== 400 && error.statusCode !== 401) throw error
        }
        return null
      }),
    close: () => pool.end(),
  }
}

function proofOf(finding: Finding | undefined): PasswordProof | null {
  const { userId, passwordHash } = finding ?? {}
  return userId && passwordHash ? { userId, passwordHash } : null
}

function createBetterAuth(pool: pg.Pool, { log, secret, baseUrl }: AuthOptions) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    appName: 'Eupnea',
    secret,
    baseURL: baseUrl,
    database: pool,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.warn({ part: 'better-auth' }, message) },
    advanced: { database: { generateId: false } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify({ hash, password }) {
          const finding = findings.getStore()
          if (finding) finding.passwordHash = hash
          return verifyPassword(hash, password)
        },
      },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    databaseHooks: {
      session: {
        create: {
          // Runs once the password has been found right.
          async before({ userId }) {
            const finding = findings.getStore()
            if (finding) finding.userId = userId
            throw new APIError('FORBIDDEN', { code: passwordRight })
          },
        },
      },
    },
  })
}
