import type { FastifyReply } from 'fastify'

/**
 * The session's cookie. Over https its prefix makes browsers refuse one that another host of the domain, or a page
 * without TLS, has set (DO-9).
 */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-eupnea_session' : 'eupnea_session')

/** The cookie of a browser that somebody has signed in with; it outlives the session (DO-4). */
export const browserCookie = (secure: boolean): string => (secure ? '__Host-eupnea_browser' : 'eupnea_browser')

/** Days that a browser keeps it. Browsers themselves allow no more. */
export const browserDays = 400

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
