import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import pg from 'pg'
import { type Connection, createPool } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { hashPassword, verifyPassword } from './password.ts'

/**
 * better-auth on our own tables; only this file knows about it. Its HTTP handler isn't served: verbs call it, so that
 * every call of the portal passes one guard. It only checks passwords; sessions are the portal's own, because
 * better-auth would store their tokens unhashed.
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
  close(): Promise<void>
}

/** What the hooks below find out during one check. */
interface Finding {
  passwordHash?: string
  userId?: string
}
const findings = new AsyncLocalStorage<Finding>()

/** Thrown to stop better-auth before it creates a session. */
const passwordRight = 'PASSWORD_RIGHT'

export function createAuth(options: AuthOptions): Auth {
  // A separate pool: better-auth needs JavaScript's Date where the portal's pools return Temporal.Instant.
  const pool = createPool(options.connection, { name: 'auth', max: 1, types: pg.types })
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
          // Runs once the password was found to be right.
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
