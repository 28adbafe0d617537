/**
 * The session's cookie. Over https its prefix makes browsers refuse one that another host of the domain, or a page
 * without TLS, has set (DO-9).
 */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-eupnea_session' : 'eupnea_session')
