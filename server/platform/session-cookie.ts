/**
 * The session's cookie. Over https its prefix makes browsers refuse one that another host of the domain, or a page
 * without TLS, has set (DO-9).
 */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-eupnea_session' : 'eupnea_session')

/** The cookie of a browser that somebody has signed in with; it outlives the session (DO-4). */
export const browserCookie = (secure: boolean): string => (secure ? '__Host-eupnea_browser' : 'eupnea_browser')

/** Days that a browser keeps it. Browsers themselves allow no more. */
export const browserDays = 400
