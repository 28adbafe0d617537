/**
 * The library that checks passkeys. It is loaded when the first one is used: what it needs for certificates is nearly a
 * tenth of all files that a start would load.
 */
export const webauthn = () => import('@simplewebauthn/server')
