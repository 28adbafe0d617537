import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { browserCookie, browserDays, sessionCookie } from './session-cookie.ts'

const optionsOf = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

/** The web app's session is a cookie that scripts can't read; programs take the token from the answer. */
export function carrySession(secure: boolean, call: string, output: unknown, reply: FastifyReply): void {
  if (call === 'signOut') reply.clearCookie(sessionCookie(secure), optionsOf(secure))
  const signedIn = output as { status?: unknown; token?: unknown }
  if (signedIn.status === 'signedIn' && typeof signedIn.token === 'string')
    reply.setCookie(sessionCookie(secure), signedIn.token, optionsOf(secure))
}

export function carryBrowser(secure: boolean, token: string, reply: FastifyReply): void {
  reply.setCookie(browserCookie(secure), token, { ...optionsOf(secure), maxAge: browserDays * 86_400 })
}
